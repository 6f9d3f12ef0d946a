package io.redial.policy.stream;

import static org.assertj.core.api.Assertions.assertThat;

import io.redial.Rule;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Rule 10.4. */
class WatchJsonTest {

  /** The object is made together with what there is to be found in it. */
  @Property(tries = 2000)
  @Rule("10.4")
  void findsWhatWasWritten(@ForAll long seed) {
    Written written = new Written(new Random(seed));
    String json = written.event();

    WatchJson read = read(json);

    assertThat(read.isComplete()).as(json).isTrue();
    for (WatchField field : WatchField.values()) {
      assertThat(read.value(field)).as("%s in %s", field, json).isEqualTo(written.told.get(field));
    }
  }

  /** Whoever takes an object's beginning for an object would deliver half of it. */
  @Property(tries = 50)
  @Rule({"10.4", "10.5"})
  void noPartOfAnObjectIsComplete(@ForAll long seed) {
    String json = new Written(new Random(seed)).event().trim();

    for (int end = 0; end < json.length(); end++) {
      String part = json.substring(0, end);
      assertThat(read(part).isComplete()).as(part).isFalse();
    }
    assertThat(read(json + "x").isComplete()).isFalse();
  }

  /** By its type, a bookmark is known before it is complete. */
  @Property(tries = 50)
  @Rule("10.4")
  void aPartOfAnObjectHasTheMembersBeforeItsEnd(@ForAll long seed) {
    Written written = new Written(new Random(seed));
    String json = written.event().trim();

    Map<WatchField, String> before = new EnumMap<>(WatchField.class);
    for (int end = 0; end <= json.length(); end++) {
      WatchJson read = read(json.substring(0, end));
      for (WatchField field : WatchField.values()) {
        String value = read.value(field);
        assertThat(value).isIn(written.told.get(field), null);
        if (before.containsKey(field)) {
          assertThat(value).isEqualTo(before.get(field));
        } else if (value != null) {
          before.put(field, value);
        }
      }
    }
    assertThat(before).isEqualTo(written.told);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "[]",
        "1",
        "\"a\"",
        "null",
        "}",
        "{]",
        "[}",
        "{\"a\"}",
        "{\"a\":}",
        "{\"a\":1,}",
        "{,}",
        "{\"a\":[1,]}",
        "{\"a\":[,1]}",
        "{\"a\":1 2}",
        "{\"a\" 1}",
        "{a:1}",
        "{\"a\":tru}",
        "{\"a\":nulll}",
        "{\"a\":\"\\x\"}",
        "{\"a\":\"\\u12g4\"}",
        "{\"a\":\"\t\"}",
        "{}{}",
        "{},",
        "{\"a\":1]",
        "{\"a\":[1}",
        "{'a':1}",
        "{\"a\":.5}",
        "{\"type\":\"A\",\"type\":\"A\"}",
        "{\"type\":\"A\",\"\\u0074ype\":\"A\"}",
        "{\"object\":{},\"object\":{}}",
        "{\"object\":{\"metadata\":1,\"metadata\":{}}}",
        "\ufeff{}"
      })
  @Rule("10.4")
  void whatIsNoObjectOrAmbiguousIsNotComplete(String json) {
    assertThat(read(json).isComplete()).isFalse();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{}",
        " { } ",
        "{\"a\":[]}",
        "{\"a\":1,\"a\":2}",
        "{\"a\":{\"type\":1,\"type\":2}}",
        "{\"a\":[[],{},[{}]]}",
        "{\"a\":-1.5e+3,\"b\":true,\"c\":null,\"d\":\"\\\"\\\\\\/\\b\\f\\n\\r\\t\\u00e9\"}"
      })
  @Rule("10.4")
  void anyOtherObjectIsComplete(String json) {
    assertThat(read(json).isComplete()).isTrue();
  }

  @ParameterizedTest
  @CsvSource({"511, true", "512, false", "1000000, false"})
  @Rule("10.4")
  void nestingIsBounded(int arrays, boolean complete) {
    WatchJson json = read("{\"a\":" + "[".repeat(arrays) + "]".repeat(arrays) + "}");

    assertThat(json.isComplete()).isEqualTo(complete);
  }

  @ParameterizedTest
  @CsvSource({"128, true", "129, false", "100000, false"})
  @Rule("10.4")
  void textsAreBounded(int length, boolean kept) {
    String text = "x".repeat(length);

    WatchJson json = read("{\"type\":\"" + text + "\",\"" + text + "\":1}");

    assertThat(json.isComplete()).isTrue();
    assertThat(json.value(WatchField.TYPE)).isEqualTo(kept ? text : null);
  }

  @Test
  @Rule("10.4")
  void valuesOfAnotherTypeDoNotCount() {
    WatchJson json =
        read("{\"type\":1,\"object\":{\"code\":\"410\",\"kind\":[\"Status\"],\"metadata\":[{}]}}");

    assertThat(json.isComplete()).isTrue();
    for (WatchField field : WatchField.values()) {
      assertThat(json.value(field)).isNull();
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"\\\"", "\\\\", "\\u0022", "{\\\"type\\\":1}", "\u00e9", "\u007f"})
  @Rule("10.4")
  void aStringThatIsTooLongToMatterEndsWhereItEnds(String odd) {
    String text = ("x".repeat(200) + odd).repeat(3);
    String json = "{\"data\":\"" + text + "\",\"type\":\"ADDED\"}";

    assertThat(read(json).value(WatchField.TYPE)).isEqualTo("ADDED");
    assertThat(read(json).isComplete()).isTrue();
    assertThat(read(json.replaceFirst("(x{150})x", "$1\t")).isComplete()).isFalse();
  }

  private static WatchJson read(String json) {
    byte[] bytes = json.getBytes(StandardCharsets.UTF_8);
    return new WatchJson(ByteBuffer.wrap(bytes), WatchField.EVENT);
  }

  /** Writes an event in an odd way, with whatever else an object may have. */
  private static final class Written {
    final Map<WatchField, String> told = new EnumMap<>(WatchField.class);
    private final Random random;

    Written(Random random) {
      this.random = random;
    }

    String event() {
      Map<String, String> event = new LinkedHashMap<>();
      value(event, WatchField.TYPE, "type", "ADDED", "ERROR", "B\u007f");
      if (likely()) {
        event.put("object", object());
      }
      return space() + object(event) + space();
    }

    private String object() {
      Map<String, String> object = new LinkedHashMap<>();
      value(object, WatchField.KIND, "kind", "Status", "Pod");
      value(object, WatchField.CODE, "code", "410", "0", "-1", "5e2");
      if (likely()) {
        Map<String, String> metadata = new LinkedHashMap<>();
        value(
            metadata, WatchField.VERSION, "resourceVersion", "12", "", "a/\\\"b", "7".repeat(128));
        if (likely()) {
          Map<String, String> annotations = new LinkedHashMap<>();
          value(
              annotations,
              WatchField.INITIAL_EVENTS_END,
              "k8s.io/initial-events-end",
              "true",
              "false");
          metadata.put("annotations", object(annotations));
        }
        object.put("metadata", object(metadata));
      }
      if (likely()) {
        Map<String, String> details = new LinkedHashMap<>();
        value(details, WatchField.RETRY_AFTER, "retryAfterSeconds", "5", "1.5");
        object.put("details", object(details));
      }
      return object(object);
    }

    private void value(
        Map<String, String> members, WatchField field, String name, String... values) {
      if (likely()) {
        String value = values[random.nextInt(values.length)];
        told.put(field, value);
        members.put(name, field.isNumber() ? value : string(value));
      }
    }

    private String object(Map<String, String> members) {
      List<String> written = new ArrayList<>();
      members.forEach((name, value) -> written.add(member(name, value)));
      for (int i = random.nextInt(3); i > 0; i--) {
        written.add(member("other" + i, anything(4)));
      }
      Collections.shuffle(written, random);
      return "{" + (written.isEmpty() ? space() : String.join(",", written)) + "}";
    }

    private String member(String name, String value) {
      return space() + string(name) + space() + ":" + space() + value + space();
    }

    /** Members that matter elsewhere stand here where they do not. */
    private String anything(int depth) {
      return switch (random.nextInt(depth == 0 ? 4 : 7)) {
        case 0 -> string("{\"type\":\"}],\u00e9\u20ac\ud83d\ude00\n");
        case 1 -> "-12.5E+7";
        case 2 -> random.nextBoolean() ? "true" : "false";
        case 3 -> "null";
        case 4 -> "[" + space() + anything(depth - 1) + "," + anything(depth - 1) + "]";
        case 5 -> random.nextBoolean() ? "[ ]" : "{ }";
        default ->
            "{"
                + member("type", anything(depth - 1))
                + ","
                + member("object", anything(depth - 1))
                + ","
                + member("resourceVersion", string("99"))
                + "}";
      };
    }

    private String string(String text) {
      StringBuilder written = new StringBuilder("\"");
      for (int i = 0; i < text.length(); i++) {
        char c = text.charAt(i);
        if (c < ' ' || random.nextInt(4) == 0) {
          written.append(String.format(random.nextBoolean() ? "\\u%04x" : "\\u%04X", (int) c));
        } else if (c == '"' || c == '\\' || (c == '/' && random.nextBoolean())) {
          written.append('\\').append(c);
        } else if (Character.isSurrogate(c)) {
          written.append(String.format("\\u%04x", (int) c));
        } else {
          written.append(c);
        }
      }
      return written.append('"').toString();
    }

    private String space() {
      return " \t\r\n ".substring(random.nextInt(5)).substring(0, random.nextInt(2));
    }

    private boolean likely() {
      return random.nextInt(4) > 0;
    }
  }
}
