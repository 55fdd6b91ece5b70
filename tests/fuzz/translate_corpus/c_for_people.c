// C
int a;


