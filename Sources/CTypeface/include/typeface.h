// Fonts for text in pictures. They are read from the program's file when a picture first has text.
typedef struct {
  const unsigned char *bytes;
  unsigned long count;
} typeface_file;

typeface_file typeface_regular(void);
typeface_file typeface_semibold(void);
