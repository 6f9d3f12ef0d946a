package io.redial.subjects.fuzz;

import io.redial.subjects.load.server.Served;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;

/** Server-sent events, each with an id. */
final class EventSource implements Source {
  private static final int MOST = 20;
  private static final Step.Kind[] WRONG = {
    Step.Kind.NOT_FOUND,
    Step.Kind.NO_CONTENT,
    Step.Kind.OTHER_TYPE,
    Step.Kind.REPEATED,
    Step.Kind.EMPTY
  };

  private final String folder;
  private final boolean firstByte;
  private final String line;
  private final List<byte[]> events = new ArrayList<>();
  private final String retry;
  private int mostSent;

  EventSource(String folder, boolean firstByte, boolean slow, SplittableRandom random) {
    this.folder = folder;
    this.firstByte = firstByte;
    line = random.nextBoolean() ? "\n" : "\r\n";
    retry = "retry: " + (slow ? 20_000 : random.nextInt(30)) + line;
    int count = 2 + random.nextInt(MOST);
    for (int i = 0; i < count; i++) {
      events.add(event(i, random).getBytes(StandardCharsets.US_ASCII));
    }
  }

  private String event(int number, SplittableRandom random) {
    StringBuilder event = new StringBuilder();
    if (random.nextInt(6) == 0) {
      event.append(retry);
    }
    if (random.nextInt(6) == 0) {
      event.append("event: changed").append(line);
    }
    boolean first = random.nextBoolean();
    if (first) {
      event.append("id: e").append(number).append(line);
    }
    for (int i = 0; i <= random.nextInt(3); i++) {
      event.append("data: ").append(number).append(' ');
      int length = random.nextInt(random.nextInt(8) == 0 ? 20_000 : 300);
      for (int j = 0; j < length; j++) {
        event.append((char) ('a' + random.nextInt(26)));
      }
      event.append(line);
    }
    if (!first) {
      event.append("id: e").append(number).append(line);
    }
    return event.append(line).toString();
  }

  @Override
  public String target() {
    return folder + "events";
  }

  @Override
  public Step.Kind between(SplittableRandom random) {
    return random.nextInt(6) == 0 ? Step.Kind.BUSY : Step.Kind.HONEST;
  }

  @Override
  public Step.Kind last(SplittableRandom random) {
    return random.nextInt(3) > 0 ? Step.Kind.HONEST : WRONG[random.nextInt(WRONG.length)];
  }

  @Override
  public boolean asksForTheRest(Served request) {
    return request.header("Last-Event-ID") != null;
  }

  @Override
  public Due answer(Served request, Step step) throws IOException {
    String id = request.header("Last-Event-ID");
    int from = id == null ? 0 : Integer.parseInt(id.substring(1)) + 1;
    switch (step.kind) {
      case BUSY:
        step.wire.send(request, 503, false, new byte[9], "Retry-After", "0");
        return Due.OPEN;
      case NOT_FOUND:
        step.wire.send(request, 404, false, new byte[20]);
        return Due.ERROR;
      case NO_CONTENT:
        step.wire.send(request, 204, false, new byte[0]);
        return Due.ERROR;
      case OTHER_TYPE:
        step.wire.send(request, 200, true, bytes(from), "Content-Type", "text/html");
        return Due.ERROR;
      case REPEATED:
        step.wire.send(request, 200, true, bytes(0), "Content-Type", "text/event-stream");
        return Due.ERROR;
      case EMPTY:
        step.wire.send(request, 200, true, new byte[0], "Content-Type", "text/event-stream");
        return Due.ANY; // In order, unless the client had half an event, which nobody else knows.
      default:
        int sent =
            step.wire.send(request, 200, true, bytes(from), "Content-Type", "text/event-stream");
        note(from, sent);
        return step.wire.isWhole() ? Due.WHOLE : Due.OPEN;
    }
  }

  private byte[] bytes(int from) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    for (int i = from; i < events.size(); i++) {
      bytes.write(events.get(i), 0, events.get(i).length);
    }
    return bytes.toByteArray();
  }

  private synchronized void note(int from, int sent) {
    mostSent = Math.max(mostSent, bytes(0).length - bytes(from).length + sent);
  }

  @Override
  public synchronized String fault(byte[] arrived, boolean clean, boolean resumes, Due due) {
    byte[] all = bytes(0);
    if (arrived.length > all.length
        || !Arrays.equals(arrived, Arrays.copyOf(all, arrived.length))) {
      return "wrong events: " + Texts.difference(all, arrived);
    }
    if (due == Due.WHOLE && clean && arrived.length < all.length) {
      return "ended in order after " + arrived.length + " bytes of " + all.length;
    }
    // A cut within the first event, or one that ends the stream for good, leaves what any reader
    // would have had.
    return clean && resumes && couldGoOn(arrived) && !isWholeEvents(arrived)
        ? "half an event is the last"
        : null;
  }

  private boolean isWholeEvents(byte[] arrived) {
    int at = 0;
    for (byte[] event : events) {
      if (at == arrived.length) {
        return true;
      }
      at += event.length;
    }
    return at == arrived.length;
  }

  @Override
  public boolean couldGoOn(byte[] arrived) {
    return arrived.length >= events.get(0).length || (firstByte && mostSent == 0);
  }

  @Override
  public String toString() {
    return events.size()
        + " events in "
        + bytes(0).length
        + " bytes"
        + (line.length() > 1 ? ", CRLF" : "");
  }
}
