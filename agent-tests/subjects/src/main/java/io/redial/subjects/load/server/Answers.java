package io.redial.subjects.load.server;

import io.redial.subjects.load.BodyPattern;
import java.io.IOException;
import java.io.OutputStream;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** What is done with each request. */
final class Answers implements RequestHandler {
  private static final int PIECE = 8192;
  private static final long GATHER_SECONDS = 60;

  private final Map<String, Visit> visits = new ConcurrentHashMap<>();
  private final Map<String, CyclicBarrier> gatherings = new ConcurrentHashMap<>();
  private final AtomicInteger requests = new AtomicInteger();
  private final AtomicInteger flips = new AtomicInteger();
  private final Queue<String> faults = new ConcurrentLinkedQueue<>();

  Visit visit(String id) {
    return visits.computeIfAbsent(id, i -> new Visit());
  }

  Map<String, Visit> visits() {
    return visits;
  }

  int requests() {
    return requests.get();
  }

  Queue<String> faults() {
    return faults;
  }

  @Override
  public void handle(Served request) throws IOException {
    requests.incrementAndGet();
    if (request.action().equals("break")) {
      throw new IOException("the connection is to break");
    }
    if (request.action().equals("gather")) {
      gather(request);
      good(request);
      return;
    }
    Visit visit = request.id().isEmpty() ? new Visit() : visit(request.id());
    int number = visit.arrive();
    try {
      answer(request, visit, number);
    } catch (IOException broken) {
      visit.breakOff();
      if (request.id().isEmpty()) {
        faults.add("a request broke off: " + broken);
      }
      throw broken;
    }
  }

  private void answer(Served request, Visit visit, int number) throws IOException {
    switch (request.action()) {
      case "ok":
        good(request);
        break;
      case "hold-up":
        holdUp(request, visit);
        break;
      case "hold-head":
        take(request, new BodyPattern.Check());
        visit.hold();
        respond(request, request.number("down", 0), null);
        break;
      case "hold-down":
        take(request, new BodyPattern.Check());
        respond(request, request.number("down", 0), visit);
        break;
      case "flaky":
        flaky(request);
        break;
      case "retry":
        retry(request, visit, number);
        break;
      default:
        throw new IOException("what is " + request.action());
    }
  }

  private void good(Served request) throws IOException {
    take(request, new BodyPattern.Check());
    respond(request, request.number("down", 0), null);
  }

  /** Half of the body is read, and the rest when the hold ends. */
  private void holdUp(Served request, Visit visit) throws IOException {
    BodyPattern.Check check = new BodyPattern.Check();
    check.read(request.body(), request.number("up", 0) / 2);
    visit.hold();
    take(request, check);
    respond(request, request.number("down", 0), null);
  }

  /** Every other request is refused, whoever sends it. */
  private void flaky(Served request) throws IOException {
    if (flips.incrementAndGet() % 2 == 0) {
      good(request);
    } else {
      retry(request, new Visit(), 1);
    }
  }

  private void retry(Served request, Visit visit, int number) throws IOException {
    take(request, new BodyPattern.Check());
    if (number > request.number("times", 1)) {
      respond(request, request.number("down", 0), null);
      return;
    }
    String after = Integer.toString(request.number("after", 0));
    int length = request.number("bad", 0);
    try (OutputStream out = request.answer(503, length, "Retry-After", after)) {
      BodyPattern.write(out, 0, Math.min(length, PIECE));
      out.flush();
      visit.refuse();
      BodyPattern.write(out, Math.min(length, PIECE), length);
    }
  }

  private void take(Served request, BodyPattern.Check check) throws IOException {
    check.read(request.body(), Long.MAX_VALUE);
    if (!check.is(request.number("up", 0))) {
      faults.add(request.action() + " " + request.id() + " came with " + check);
    }
  }

  private static void respond(Served request, int length, Visit holding) throws IOException {
    if (request.events() != null) {
      sendEvents(request);
      return;
    }
    boolean streamed = request.number("stream", 0) == 1;
    // With a tag a body of a known length is one that can go on after a cut.
    try (OutputStream out =
        request.answer(200, streamed ? Served.UNTOLD : length, "ETag", "\"load\"")) {
      int half = holding == null ? 0 : length / 2;
      BodyPattern.write(out, 0, half);
      if (holding != null) {
        out.flush();
        holding.hold();
      }
      BodyPattern.write(out, half, length);
    }
  }

  private static void sendEvents(Served request) throws IOException {
    byte[] events = request.events().bytes(0, request.number("count", 0));
    int from = request.firstEvent(0);
    try (OutputStream out =
        request.answer(200, Served.UNTOLD, "Content-Type", request.events().type())) {
      out.write(events, from, events.length - from);
    }
  }

  /** So many requests are answered at once, so that each has a connection of its own. */
  private void gather(Served request) throws IOException {
    int parties = request.number("n", 1);
    try {
      gatherings
          .computeIfAbsent(request.id(), id -> new CyclicBarrier(parties))
          .await(GATHER_SECONDS, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (Exception e) {
      throw new IOException("fewer than " + parties + " came", e);
    }
  }
}
