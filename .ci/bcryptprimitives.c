// Windows 10 has bcryptprimitives.dll, Wine 8 (Debian 12) does not. This is the one function that Rust's standard library takes from it:
//   x86_64-w64-mingw32-gcc -shared -O1 -o bcryptprimitives.dll bcryptprimitives.c -ladvapi32
// It lies beside rasher.exe where that is run under Wine, and in no package.
#include <windows.h>

BOOLEAN WINAPI SystemFunction036(PVOID data, ULONG length);

__declspec(dllexport) BOOL WINAPI ProcessPrng(PBYTE data, SIZE_T length) {
    return SystemFunction036(data, (ULONG)length);
}
