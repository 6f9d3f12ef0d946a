package io.redial.policy.backoff;

import static io.redial.policy.backoff.Waits.sec;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.redial.Rule;
import io.redial.policy.rate.Clock;
import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CustomBackoffTest {

  public static class SevenSeconds implements BackoffFactory {
    @Override
    public <K> Backoff<K> create() {
      return new FixedBackoff<>(sec(7));
    }
  }

  public static final class BrokenConstructor extends SevenSeconds {
    public BrokenConstructor() {
      throw new IllegalStateException("no licence");
    }
  }

  public static final class HiddenConstructor extends SevenSeconds {
    HiddenConstructor() {}
  }

  public abstract static class Abstract extends SevenSeconds {}

  public static final class BrokenInitializer extends SevenSeconds {
    static final int NUMBER = Integer.parseInt("no number");
  }

  public static final class BrokenCreate implements BackoffFactory {
    @Override
    public <K> Backoff<K> create() {
      throw new UnsupportedOperationException("broken on purpose");
    }
  }

  public static final class Null implements BackoffFactory {
    @Override
    public <K> Backoff<K> create() {
      return null;
    }
  }

  @Test
  @Rule("4.2")
  @DisplayName("makes the program's own backoff by the name of its factory's class")
  void makesAProgramsOwnBackoff() {
    Backoff<String> backoff = BackoffSpec.custom(SevenSeconds.class.getName()).create(Clock.SYSTEM);

    assertThat(backoff.when("one")).isEqualTo(sec(7));
  }

  @Test
  @Rule("4.2")
  @DisplayName("finds a registered provider by its simple name, past a broken one")
  void findsARegisteredProvider(@TempDir Path folder) throws IOException {
    Path services = Files.createDirectories(folder.resolve("META-INF/services"));
    Files.writeString(
        services.resolve(BackoffFactory.class.getName()),
        "com.acme.Missing\n"
            + BrokenConstructor.class.getName()
            + "\n"
            + SevenSeconds.class.getName()
            + "\n");
    try (URLClassLoader loader = new URLClassLoader(new URL[] {folder.toUri().toURL()})) {
      Backoff<String> backoff = new CustomBackoff("SevenSeconds", loader).create();

      assertThat(backoff.when("one")).isEqualTo(sec(7));
    }
  }

  @Test
  @Rule("4.3")
  @DisplayName("a program's own backoff can be shared by host")
  void canBeSharedByHost() {
    Backoff<String> backoff =
        BackoffSpec.custom(SevenSeconds.class.getName()).createHostScoped(Clock.SYSTEM);

    assertThat(backoff).isInstanceOf(StepOnce.class);
    assertThat(backoff.when("one")).isEqualTo(sec(7));
  }

  @Test
  void saysThatAClassIsMissing() {
    assertFault("com.acme.Missing", "is not on the class path");
    assertFault("Missing", "is not on the class path");
  }

  @Test
  void saysThatAClassIsNoFactory() {
    assertFault("java.lang.String", "does not implement io.redial.policy.backoff.BackoffFactory");
  }

  @Test
  void saysThatAFactoryCannotBeMade() {
    String needed = "must be a public class with a public constructor without parameters";
    assertFault(HiddenConstructor.class.getName(), needed);
    assertFault(Abstract.class.getName(), needed);
    assertFault(
        BrokenConstructor.class.getName(),
        "failed in its constructor: java.lang.IllegalStateException: no licence");
    assertFault(
        CustomBackoffTest.class.getName() + "$BrokenInitializer",
        "cannot be loaded: java.lang.NumberFormatException: For input string: \"no number\"");
  }

  @Test
  void saysThatAFactoryMakesNothing() {
    assertFault(
        BrokenCreate.class.getName(),
        "failed to create a backoff: java.lang.UnsupportedOperationException: broken on purpose");
    assertFault(Null.class.getName(), "returned null instead of a backoff");
  }

  private static void assertFault(String className, String fault) {
    BackoffSpec spec = BackoffSpec.custom(className);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> spec.create(Clock.SYSTEM))
        .withMessage("backoff: class " + className + " " + fault);
  }
}
