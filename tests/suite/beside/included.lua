included=7
