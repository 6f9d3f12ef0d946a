package io.redial.weave;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.redial.client.Adapter;
import io.redial.client.ClientThrownException;
import java.io.IOException;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Rule 1.4 at the gate: what an adapter's fault leads to, and what the client's own exception. */
class SeamQuestionTest {
  private final List<String> faults = new ArrayList<>();
  private int asked;

  /** Which seams are detours is known once a client's class has been woven. */
  @BeforeAll
  static void aClientIsLoaded() {
    assertThat(Clients.copyOf("org/apache/http/impl/execchain/MainClientExec", false)).isNotNull();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"apache4.close", "apache4.shutdown", "apache5.execute", "jdk.resend", "jdk.send"})
  void aFaultLetsTheMethodRunAsItWas(String key) throws Throwable {
    assertThat(ask(broken(), key, "client")).isNull();
    assertThat(faults).containsExactly(key);
  }

  @Test
  void aNoticeThatIsNotTakenLeavesTheCallToTheClient() throws Throwable {
    assertThat(ask(broken(), "apache5.acquired", this, "element")).isNull();
    assertThat(faults).containsExactly("apache5.acquired");
  }

  @Test
  void aFaultAtTheHeadOfAChainLetsTheClientGoOnWithIt() throws Throwable {
    Object[] answer = ask(broken(), "apache5.chain", this, new Strategy(), "response", keepAlive());

    assertThat(answer).containsExactly(true);
    assertThat(asked).isEqualTo(1);
    assertThat(faults).containsExactly("apache5.chain");
  }

  @Test
  void whatTheChainThrowsThenIsTheClientsOwn() throws Throwable {
    MethodHandle throwing =
        MethodHandles.throwException(boolean.class, IllegalStateException.class);

    assertThatThrownBy(
            () -> ask(broken(), "apache5.chain", this, new IllegalStateException("own"), throwing))
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("own");
  }

  @Test
  void aFaultAtADetourLetsTheClientsOwnStrategyDecideOnce() throws Throwable {
    Object[] answer = ask(broken(), "apache4.keepAlive", this, new Strategy(), "response");

    assertThat(answer).containsExactly(true);
    assertThat(asked).isEqualTo(1);
    assertThat(faults).containsExactly("apache4.keepAlive");
  }

  @Test
  void aStrategysOwnExceptionIsThrownOnAndTheStrategyNotAskedAgain() {
    IllegalArgumentException itsOwn = new IllegalArgumentException("the application's");
    Adapter asking =
        (seam, arguments) -> {
          asked++;
          throw new ClientThrownException(itsOwn);
        };

    assertThatThrownBy(() -> ask(asking, "apache4.retryRequest", this, new Strategy(), "response"))
        .isSameAs(itsOwn);
    assertThat(asked).isEqualTo(1);
    assertThat(faults).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"jdk.send", "apache4.execute", "apache4.async", "apache5.execute"})
  void whatACallIsToThrowIsTheApplications(String key) {
    IOException thrown = new IOException("refused");
    Adapter adapter = (seam, arguments) -> new Object[] {null, thrown};

    assertThatThrownBy(() -> ask(adapter, key, "client")).isSameAs(thrown);
    assertThat(faults).isEmpty();
  }

  private Object[] ask(Adapter adapter, String key, Object... operands) throws Throwable {
    return SeamQuestion.ask(adapter, key, operands, (where, thrown) -> faults.add(where));
  }

  private static MethodHandle keepAlive() throws ReflectiveOperationException {
    return MethodHandles.lookup()
        .findVirtual(
            Strategy.class, "keepAlive", MethodType.methodType(boolean.class, Object.class));
  }

  private static Adapter broken() {
    return (seam, arguments) -> {
      throw new NoClassDefFoundError("a part of the agent");
    };
  }

  /** As HttpClient's ConnectionReuseStrategy. */
  public interface Reuse {
    /** Whether to keep it. */
    boolean keepAlive(Object response);
  }

  private final class Strategy implements Reuse {
    @Override
    public boolean keepAlive(Object response) {
      asked++;
      return true;
    }
  }
}
