package io.redial.policy.stream;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.Map;
import java.util.Set;

/**
 * Reads one JSON object (RFC 8259) byte by byte, and keeps only the few members that matter and the
 * objects and arrays that are open. Input that it cannot be certain of counts as broken: deep
 * nesting, and a member that matters and occurs twice, because parsers differ in which of the two
 * they use. Never throws. Used by one thread at a time, for one object after the other.
 */
final class JsonScanner {
  /** Kubernetes itself stops at 10,000, but the objects of real clusters are far below that. */
  static final int DEEPEST = 512;

  private enum State {
    VALUE,
    FIRST_ELEMENT,
    FIRST_KEY,
    KEY,
    COLON,
    AFTER_VALUE,
    STRING,
    NUMBER,
    LITERAL,
    COMPLETE,
    BROKEN
  }

  private static final String[] LITERALS = {"true", "false", "null"};

  /** The text of the current string or number. */
  private final JsonString text = new JsonString();

  private final Map<WatchField, String> values = new EnumMap<>(WatchField.class);

  /** The fields whose keys have been read. */
  private final Set<WatchField> come = EnumSet.noneOf(WatchField.class);

  /** The objects and arrays that are open, the outermost first. */
  private WatchField[] open = new WatchField[16];

  private int depth;
  private WatchField root = WatchField.EVENT;

  private State state = State.VALUE;
  private boolean blank = true;

  /** The field that the current or next value belongs to. */
  private WatchField field = root;

  private boolean isKey;
  private String literal;
  private int literalLength;

  /**
   * Begins with the next object.
   *
   * @param what what the object is; it says which of its members matter
   */
  void begin(WatchField what) {
    values.clear();
    come.clear();
    depth = 0;
    root = what;
    field = what;
    state = State.VALUE;
    blank = true;
  }

  /** Returns whether there was a whole object, with nothing but white space around it. */
  boolean isComplete() {
    return state == State.COMPLETE;
  }

  /** Returns whether the input is no object, or cannot be understood, whatever follows. */
  boolean isBroken() {
    return state == State.BROKEN;
  }

  /** Returns whether there was nothing but white space so far. */
  boolean isBlank() {
    return blank;
  }

  /**
   * Returns the text of a field, or null if it has not been read, has another type, or is too long.
   */
  String value(WatchField wanted) {
    return values.get(wanted);
  }

  /** Takes the next byte. */
  void take(byte b) {
    switch (state) {
      case STRING:
        string(b);
        break;
      case NUMBER:
        if (isOfNumber(b)) {
          text.add(b);
        } else {
          ended(field.isNumber());
          take(b);
        }
        break;
      case LITERAL:
        literal(b);
        break;
      case BROKEN:
        break;
      default:
        if (!isSpace(b)) {
          blank = false;
          structure(b);
        }
    }
  }

  /** Skips bytes within a string that is too long to matter; may be called after each byte. */
  void skip(ByteBuffer bytes) {
    if (state == State.STRING) {
      text.skip(bytes);
    }
  }

  private void structure(byte b) {
    switch (state) {
      case VALUE:
        value(b);
        break;
      case FIRST_ELEMENT:
        if (b == ']') {
          close();
        } else {
          value(b);
        }
        break;
      case FIRST_KEY:
        if (b == '}') {
          close();
        } else {
          key(b);
        }
        break;
      case KEY:
        key(b);
        break;
      case COLON:
        state = b == ':' ? State.VALUE : State.BROKEN;
        break;
      case AFTER_VALUE:
        afterValue(b);
        break;
      default:
        state = State.BROKEN; // Something follows the object.
    }
  }

  private void value(byte b) {
    if (b == '{') {
      open(field.hasMembers() ? field : WatchField.OTHER, State.FIRST_KEY);
    } else if (depth == 0) {
      state = State.BROKEN;
    } else if (b == '[') {
      open(WatchField.ARRAY, State.FIRST_ELEMENT);
    } else if (b == '"') {
      beginString(false);
    } else if (b == '-' || (b >= '0' && b <= '9')) {
      text.begin();
      text.add(b);
      state = State.NUMBER;
    } else {
      beginLiteral(b);
    }
  }

  private void open(WatchField container, State next) {
    if (depth == DEEPEST) {
      state = State.BROKEN;
      return;
    }
    if (depth == open.length) {
      open = Arrays.copyOf(open, depth * 2);
    }
    open[depth++] = container;
    field = WatchField.OTHER; // The elements of an array are none of the fields.
    state = next;
  }

  private void close() {
    depth--;
    field = WatchField.OTHER;
    state = depth == 0 ? State.COMPLETE : State.AFTER_VALUE;
  }

  private void afterValue(byte b) {
    boolean inArray = open[depth - 1] == WatchField.ARRAY;
    if (b == ',') {
      state = inArray ? State.VALUE : State.KEY;
    } else if (b == (inArray ? ']' : '}')) {
      close();
    } else {
      state = State.BROKEN;
    }
  }

  private void key(byte b) {
    if (b == '"') {
      beginString(true);
    } else {
      state = State.BROKEN;
    }
  }

  private void beginString(boolean asKey) {
    text.begin();
    isKey = asKey;
    state = State.STRING;
  }

  private void string(byte b) {
    text.take(b);
    if (text.isBroken()) {
      state = State.BROKEN;
    } else if (text.isEnded() && isKey) {
      keyEnded();
    } else if (text.isEnded()) {
      ended(!field.isNumber());
    }
  }

  private void keyEnded() {
    WatchField container = open[depth - 1];
    String name = container.hasMembers() ? text.text() : null;
    field = name == null ? WatchField.OTHER : container.member(name);
    boolean again = field != WatchField.OTHER && !come.add(field);
    state = again ? State.BROKEN : State.COLON;
  }

  private void beginLiteral(byte b) {
    for (String known : LITERALS) {
      if (known.charAt(0) == b) {
        literal = known;
        literalLength = 1;
        state = State.LITERAL;
        return;
      }
    }
    state = State.BROKEN;
  }

  private void literal(byte b) {
    if (literal.charAt(literalLength) != b) {
      state = State.BROKEN;
      return;
    }
    literalLength++;
    if (literalLength == literal.length()) {
      ended(false);
    }
  }

  /** Called at the end of a value that is neither an object nor an array. */
  private void ended(boolean hasItsType) {
    if (hasItsType && field.isValue()) {
      values.put(field, text.text());
    }
    field = WatchField.OTHER;
    state = State.AFTER_VALUE;
  }

  /**
   * Returns whether the byte may be part of a number. Whether the number is well formed is left to
   * the reader of its text.
   */
  private static boolean isOfNumber(byte b) {
    return (b >= '0' && b <= '9') || b == '+' || b == '-' || b == '.' || b == 'e' || b == 'E';
  }

  private static boolean isSpace(byte b) {
    return b == ' ' || b == '\t' || b == '\r' || b == '\n';
  }
}
