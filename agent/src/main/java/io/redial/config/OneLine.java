package io.redial.config;

/**
 * Makes a text fit for one line of a log or a terminal. Characters that would end the line, move
 * the cursor, reorder the text around them or be invisible are written as escapes such as <code>
 * &#92;u202e</code>. Used for everything that Redial prints.
 */
public final class OneLine {
  private OneLine() {}

  /** Returns the escaped text, or the text itself if there is nothing to escape. */
  public static String of(String text) {
    for (int i = 0; i < text.length(); i++) {
      if (text.charAt(i) < ' ' || text.charAt(i) > '~') {
        return escaped(text);
      }
    }
    return text;
  }

  private static String escaped(String text) {
    StringBuilder line = new StringBuilder(text.length() + 16);
    for (int i = 0; i < text.length(); ) {
      int character = text.codePointAt(i);
      int next = i + Character.charCount(character);
      if (isVisible(character)) {
        line.append(text, i, next);
      } else {
        for (int j = i; j < next; j++) {
          line.append("\\u").append(Integer.toHexString(0x10000 | text.charAt(j)).substring(1));
        }
      }
      i = next;
    }
    return line.toString();
  }

  private static boolean isVisible(int character) {
    switch (Character.getType(character)) {
      case Character.CONTROL:
      case Character.FORMAT:
      case Character.LINE_SEPARATOR:
      case Character.PARAGRAPH_SEPARATOR:
      case Character.SURROGATE: // Unpaired.
      case Character.UNASSIGNED:
        return false;
      default:
        return true;
    }
  }
}
