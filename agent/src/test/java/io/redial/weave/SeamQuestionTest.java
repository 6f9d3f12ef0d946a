package io.redial.weave;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.redial.client.Adapter;
import io.redial.kernel.ClientOutcome;
import java.io.IOException;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.ArrayList;
import java.util.Arrays;
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
    assertThat(Clients.copyOf("org/apache/hc/client5/http/impl/classic/MainClientExec", false))
        .isNotNull();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"apache4.close", "apache4.shutdown", "apache5.execute", "jdk.resend", "jdk.send"})
  void aFaultLetsTheMethodRunAsItWas(String key) throws Throwable {
    assertThat(ask(broken(), key, "client")).isSameAs(key);
    assertThat(faults).containsExactly(key);
  }

  @Test
  void aNoticeThatIsNotTakenLeavesTheCallToTheClient() throws Throwable {
    String key = "apache5.acquired";

    assertThat(ask(broken(), key, this, "element")).isSameAs(key);
    assertThat(faults).containsExactly("apache5.acquired");
  }

  @Test
  void aFaultAtTheHeadOfAChainLetsTheClientGoOnWithIt() throws Throwable {
    Object answer =
        ask(broken(), "apache5.chain", this, new Strategy(), "request", "scope", proceed());

    assertThat(answer).isEqualTo("request in scope");
    assertThat(asked).isEqualTo(1);
    assertThat(faults).containsExactly("apache5.chain");
  }

  @Test
  void whatTheChainThrowsThenIsTheClientsOwn() throws Throwable {
    IllegalStateException own = new IllegalStateException("own");
    MethodHandle throwing =
        MethodHandles.dropArguments(
            MethodHandles.throwException(String.class, IllegalStateException.class),
            1,
            String.class,
            String.class);

    assertThatThrownBy(
            () -> ask(broken(), "apache5.chain", this, own, "request", "scope", throwing))
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("own");
  }

  @Test
  void aFaultAtADetourLetsTheClientsOwnStrategyDecideOnce() throws Throwable {
    Object answer = ask(broken(), "apache4.keepAlive", this, new Strategy(), "response", "context");

    assertThat(answer).isEqualTo(true);
    assertThat(asked).isEqualTo(1);
    assertThat(faults).containsExactly("apache4.keepAlive");
  }

  @Test
  void aStrategysOwnExceptionIsThrownOnAndTheStrategyNotAskedAgain() {
    IllegalArgumentException itsOwn = new IllegalArgumentException("the application's");
    Adapter asking =
        (seam, client, a, b, c, d, e, f) -> {
          asked++;
          return ClientOutcome.throwing(itsOwn);
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
    Adapter adapter = (seam, client, a, b, c, d, e, f) -> ClientOutcome.throwing(thrown);

    assertThatThrownBy(() -> ask(adapter, key, "client")).isSameAs(thrown);
    assertThat(faults).isEmpty();
  }

  /** A client may return nothing: a mock, or an interceptor of the application's. */
  @Test
  void nothingIsReturnedAsNothing() throws Throwable {
    Adapter adapter = (seam, client, a, b, c, d, e, f) -> ClientOutcome.returning(null);

    assertThat(ask(adapter, "apache5.execute", "client")).isNull();
  }

  private Object ask(Adapter adapter, String key, Object client, Object... operands)
      throws Throwable {
    Object[] all = Arrays.copyOf(operands, GateClass.OPERANDS - 1);
    return SeamQuestion.ask(
        adapter,
        (where, thrown) -> faults.add(where),
        key,
        client,
        all[0],
        all[1],
        all[2],
        all[3],
        all[4],
        all[5]);
  }

  private static MethodHandle proceed() throws ReflectiveOperationException {
    MethodType type = MethodType.methodType(String.class, String.class, String.class);
    return MethodHandles.lookup().findVirtual(Chain.class, "proceed", type);
  }

  private static Adapter broken() {
    return (seam, client, a, b, c, d, e, f) -> {
      throw new NoClassDefFoundError("a part of the agent");
    };
  }

  /** As HttpClient's ConnectionReuseStrategy. */
  public interface Reuse {
    /** Whether to keep it. */
    boolean keepAlive(Object response, Object context);
  }

  /** As the head of HttpClient's chain. */
  public interface Chain {
    /** Makes the call. */
    String proceed(String request, String scope);
  }

  private final class Strategy implements Reuse, Chain {
    @Override
    public boolean keepAlive(Object response, Object context) {
      asked++;
      return true;
    }

    @Override
    public String proceed(String request, String scope) {
      asked++;
      return request + " in " + scope;
    }
  }
}
