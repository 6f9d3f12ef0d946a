package io.redial.subjects.jdk;

import io.redial.subjects.Reply;
import io.redial.subjects.Scenario;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.stream.Stream;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordedStackTrace;
import jdk.jfr.consumer.RecordingFile;

/**
 * A blocking call on a virtual thread (Java 21), with the flight recorder on: tells whether it was
 * seen waiting for a retry, how often that pinned its carrier for longer than a moment, and where.
 * Other pins are the JVM's, which lets threads wait for each other's initialising of classes.
 */
public final class JdkVirtual implements Scenario {
  private static final String WAIT = "io.redial.call.Wait";
  private static final String PINNED = "jdk.VirtualThreadPinned";
  private static final int LOOK_MILLIS = 20;

  @Override
  public Map<String, String> run(Map<String, String> args) throws Exception {
    Reply reply = new Reply();
    Path file = Files.createTempFile("redial-subject", ".jfr");
    try (Recording recording = new Recording()) {
      recording.enable(PINNED).withThreshold(Duration.ofMillis(200)).withStackTrace();
      recording.start();
      Thread thread = start(() -> send(args.get("url"), reply));
      boolean waited = false;
      while (thread.isAlive()) {
        waited |= Stream.of(thread.getStackTrace()).anyMatch(at -> at.getClassName().equals(WAIT));
        thread.join(LOOK_MILLIS);
      }
      reply.put("waited", waited);
      recording.stop();
      recording.dump(file);
    }
    int pinned = 0;
    for (RecordedEvent event : RecordingFile.readAllEvents(file)) {
      if (event.getEventType().getName().equals(PINNED) && isWait(event.getStackTrace())) {
        reply.put("pinned." + pinned, event.getStackTrace());
        pinned++;
      }
    }
    Files.delete(file);
    return reply.put("pinned", pinned).facts();
  }

  private static boolean isWait(RecordedStackTrace stack) {
    return stack != null
        && stack.getFrames().stream()
            .anyMatch(frame -> frame.getMethod().getType().getName().equals(WAIT));
  }

  private static void send(String url, Reply reply) {
    reply.put("virtual", Thread.currentThread().toString().startsWith("VirtualThread"));
    try {
      HttpRequest request = HttpRequest.newBuilder(URI.create(url)).build();
      reply.put(
          "status",
          HttpClient.newHttpClient().send(request, BodyHandlers.discarding()).statusCode());
    } catch (Exception thrown) {
      reply.thrown("thrown", thrown);
    }
  }

  private static Thread start(Runnable task) throws ReflectiveOperationException {
    return (Thread) Thread.class.getMethod("startVirtualThread", Runnable.class).invoke(null, task);
  }
}
