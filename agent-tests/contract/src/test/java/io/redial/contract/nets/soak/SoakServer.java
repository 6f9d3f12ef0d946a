package io.redial.contract.nets.soak;

import io.redial.contract.server.Certificate;
import io.redial.subjects.load.server.Connection;
import io.redial.subjects.load.server.LoadServer;
import io.redial.subjects.load.server.RequestHandler;
import io.redial.subjects.load.server.Served;
import io.redial.subjects.soak.Draw;
import java.io.IOException;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;

/**
 * Does something to every attempt, by seed, call and attempt: {@code /route/chaos/call}. {@code
 * /route/calm/call} is answered well, and any other word in its place is the name of a fault.
 */
final class SoakServer implements RequestHandler, Site {
  private static final long GATHER_SECONDS = 2;

  private final long[] seeds;
  private final Ledger ledger = new Ledger();
  private final Map<String, CyclicBarrier> gatherings = new ConcurrentHashMap<>();
  private final Map<String, Integer> marks = new ConcurrentHashMap<>();
  private final LoadServer plain;
  private final LoadServer tls;
  private final LoadServer quiet;

  /** The protocols that it speaks over TLS. */
  SoakServer(long[] seeds, String... protocols) {
    this.seeds = seeds.clone();
    plain = new LoadServer(this, null);
    tls = new LoadServer(this, tcp -> Certificate.TRUSTED.over(tcp, protocols));
    quiet = new LoadServer(this, null);
  }

  @Override
  public String urls() {
    return plain.url() + "," + tls.url() + "," + quiet.url();
  }

  @Override
  public Ledger ledger() {
    return ledger;
  }

  @Override
  public int connections(String mark) {
    return marks.getOrDefault(mark, 0);
  }

  @Override
  public void begin(String method, String target, Connection connection) throws IOException {
    String[] segments = target.split("[/?]", -1);
    if (!isFaulty(segments[2])) {
      return;
    }
    long id = Long.parseLong(segments[3]);
    SplittableRandom random = random(id);
    Fault fault = fault(Faults.HTTP_1, segments[2], random);
    if (fault.moment() == Fault.Moment.REQUEST_LINE) {
      Arrival arrival =
          ledger.arrive(
              id,
              method,
              isHurried(segments[1], target.contains("&within=")),
              fault,
              connection,
              0);
      fault.play().play(new Exchange(null, connection, arrival, ledger, id, random));
      throw new IOException("ended");
    }
  }

  @Override
  public void handle(Served request) throws IOException {
    switch (request.action()) {
      case "mark" -> {
        marks.put(request.id(), open());
        answer(request);
      }
      case "gather" -> {
        gather(request);
        answer(request);
      }
      default -> play(request);
    }
  }

  private void play(Served request) throws IOException {
    long id = Long.parseLong(request.id());
    SplittableRandom random = random(id);
    boolean http2 = request.frames() != null;
    Fault fault = fault(http2 ? Faults.HTTP_2 : Faults.HTTP_1, request.action(), random);
    int stream = http2 ? request.frames().stream() : 0;
    boolean hurried = isHurried(request.prefix(), request.number("within", 0) > 0);
    Arrival arrival =
        ledger.arrive(id, request.method(), hurried, fault, request.connection(), stream);
    Exchange exchange = new Exchange(request, request.connection(), arrival, ledger, id, random);
    fault.play().play(exchange);
  }

  private static Fault fault(Faults faults, String action, SplittableRandom random) {
    return switch (action) {
      case "calm" -> Faults.NONE;
      case "chaos" -> faults.draw(random);
      default -> faults.named(action);
    };
  }

  /** The requests of one route have a timeout by Redial's options, others one of their own. */
  private static boolean isHurried(String route, boolean limited) {
    return limited || route.equals("d");
  }

  private static boolean isFaulty(String action) {
    return switch (action) {
      case "mark", "gather", "calm" -> false;
      default -> true;
    };
  }

  private SplittableRandom random(long id) {
    return Draw.of(seeds, id, ledger.attempts(id));
  }

  private static void answer(Served request) throws IOException {
    request.answer(200, 0).close();
  }

  /** So many requests are answered at once, so that each has a connection of its own. */
  private void gather(Served request) {
    try {
      gatherings
          .computeIfAbsent(request.id(), id -> new CyclicBarrier(request.number("n", 1)))
          .await(GATHER_SECONDS, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (Exception e) {
      // One of them came by a connection that was broken.
    }
  }

  private int open() {
    return plain.openConnections() + tls.openConnections() + quiet.openConnections();
  }

  @Override
  public void close() {
    plain.close();
    tls.close();
    quiet.close();
  }
}
