package io.redial.subjects.load.server;

import java.nio.charset.StandardCharsets;

/** The code of RFC 7541, appendix B. It is canonical: the lengths say all. */
final class Huffman {
  private static final int END = 256;
  private static final int SHORTEST = 5;
  private static final int LONGEST = 30;

  /** A letter for each symbol: its code has 5 bits for an A, 6 for a B, and so on. */
  private static final String LENGTHS =
      "ISXXXXXXXTZXXZXXXXXXXXZXXXXXXXXXBFFHIBDGFFDGDBBBAAABBBBBBBCDKBHFIBCCCCCCCCCCCCCCCCCCCCCCDCD"
          + "IOIJBKABABABBBACCBBBABCBAABCCCCCKGJIXPRPPRRRSRSSSSSTSTTRSTSSSSQRSRSSTRQPRRSSQSRRTQRSSQQRQ"
          + "SRSSPRRRSRRSVVPORSRUVVVWWVTUOQVWWVWTQQVVXWWWPTPQRQQSRRUUTTVSVWVVWWWWWXWWWWWVZ";

  private static final int[] FIRST_CODE = new int[LONGEST + 2];
  private static final int[][] SYMBOLS = new int[LONGEST + 1][];

  static {
    int code = 0;
    for (int length = SHORTEST; length <= LONGEST; length++) {
      char letter = (char) ('A' + length - SHORTEST);
      FIRST_CODE[length] = code;
      SYMBOLS[length] =
          java.util.stream.IntStream.rangeClosed(0, END)
              .filter(symbol -> LENGTHS.charAt(symbol) == letter)
              .toArray();
      code = (code + SYMBOLS[length].length) << 1;
    }
  }

  private Huffman() {}

  static String decode(byte[] coded) {
    StringBuilder text = new StringBuilder();
    int code = 0;
    int length = 0;
    for (byte b : coded) {
      for (int bit = 7; bit >= 0; bit--) {
        code = code << 1 | (b >> bit & 1);
        length++;
        int symbol = symbol(code, length);
        if (symbol >= 0) {
          text.append((char) symbol);
          code = 0;
          length = 0;
        }
      }
    }
    return new String(
        text.toString().getBytes(StandardCharsets.ISO_8859_1), StandardCharsets.UTF_8);
  }

  private static int symbol(int code, int length) {
    if (length < SHORTEST || length > LONGEST) {
      return -1;
    }
    int index = code - FIRST_CODE[length];
    return index >= 0 && index < SYMBOLS[length].length ? SYMBOLS[length][index] : -1;
  }
}
