package io.redial.contract.nets.load;

import io.redial.contract.harness.ClientUnderTest;
import io.redial.contract.harness.Feature;
import io.redial.contract.nets.NetForm;
import java.util.List;
import java.util.stream.Stream;

/**
 * A client and one way to use it.
 *
 * @param client the client
 * @param maker class name of its {@link io.redial.subjects.load.LoadClient.Maker}
 * @param name the way, as the maker knows it
 */
public record Mode(ClientUnderTest client, String maker, String name) {
  private static final String HTTP_1 = "http1";
  private static final String HTTP_2 = "http2";
  private static final String MINIMAL = "minimal";

  /** Every way to use every client that was chosen. */
  public static List<Mode> all() {
    return ClientUnderTest.ALL.stream().flatMap(Mode::of).toList();
  }

  private static Stream<Mode> of(ClientUnderTest client) {
    String label = client.label();
    String jdk = "io.redial.subjects.load.JdkLoad";
    if (label.equals("jdk-sync")) {
      return Stream.of(HTTP_1, HTTP_2).map(http -> new Mode(client, jdk, "send " + http));
    }
    if (label.equals("jdk-async")) {
      return Stream.of(HTTP_1, HTTP_2).map(http -> new Mode(client, jdk, "sendAsync " + http));
    }
    String apache4 = "io.redial.subjects.apache4.load.";
    String apache5 = "io.redial.subjects.apache5.load.";
    return switch (label.replaceFirst("-[0-9.]+$", "")) {
      case "apache4-internal" -> blocking(client, apache4 + "ClassicLoad", "internal");
      case "apache4-old" -> Stream.of(new Mode(client, apache4 + "ClassicLoad", "old"));
      // Without the agent, too, the minimal one never ends a call on a connection that was lost.
      case "apache4-async" -> Stream.of(new Mode(client, apache4 + "AsyncLoad", HTTP_1));
      case "apache5-classic" -> blocking(client, apache5 + "ClassicLoad", HTTP_1);
      case "apache5-async" ->
          Stream.of(HTTP_1, HTTP_2, MINIMAL)
              .map(way -> new Mode(client, apache5 + "AsyncLoad", way));
      default -> Stream.of(); // Minimal clients are modes of the others here.
    };
  }

  /** A minimal client is the same below, but for its retries and redirects: not in every build. */
  private static Stream<Mode> blocking(ClientUnderTest client, String maker, String usual) {
    return (NetForm.LONG ? Stream.of(usual, MINIMAL) : Stream.of(usual))
        .map(way -> new Mode(client, maker, way));
  }

  /**
   * Whether the client now and then closes a connection that other calls use: over HTTP/2,
   * HttpClient 5 cancels a stream whose response has arrived before the thread that made the call
   * has noted the stream, and closes its connection. In 5.3.1 that was one of a thousand calls that
   * were answered at once.
   */
  boolean closesSharedConnections() {
    return client.label().startsWith("apache5-async") && name.equals(HTTP_2);
  }

  /**
   * Whether the client by itself loses the leases of calls that are cancelled while they wait for a
   * connection, until its pool is used up.
   */
  boolean losesLeases() {
    return client.label().startsWith("apache5-classic-5.0.");
  }

  /**
   * Whether a call of the client by itself hangs now and then when a server breaks its connection:
   * without a socket timeout, or because the client loses the call. All but java.net.http over
   * HTTP/1.1 were seen to, by the soak.
   */
  public boolean hangsByItself() {
    return !client.label().startsWith("jdk") || isHttp2();
  }

  /** Whether Redial can continue a body of the client's that breaks off (rule 10.2). */
  boolean resumes() {
    return client.limit(Feature.RESUMES).isEmpty() && !isHttp2();
  }

  /** Whether it speaks HTTP/2 where the server does. */
  public boolean isHttp2() {
    return name.endsWith(HTTP_2);
  }

  /**
   * Whether the client by itself ends connections that other calls use. java.net.http gives a
   * connection back some time before its call is over, and closes it if that call is cancelled
   * then; and what a client cannot read ends an HTTP/2 connection with all of its streams.
   */
  public boolean endsConnectionsOfOthers() {
    return isHttp2() || client.label().startsWith("jdk");
  }

  /** Its name in a table. */
  @Override
  public String toString() {
    return client.label() + (isHttp2() ? " http2" : name.equals(MINIMAL) ? " minimal" : "");
  }
}
