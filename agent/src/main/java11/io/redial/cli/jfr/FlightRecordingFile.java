package io.redial.cli.jfr;

import io.redial.cli.report.FlightEvent;
import io.redial.cli.report.FlightEvents;
import io.redial.cli.report.RecordingException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Consumer;
import jdk.jfr.Timespan;
import jdk.jfr.ValueDescriptor;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;

/** Redial's events in a file, read one at a time. */
public final class FlightRecordingFile implements FlightEvents {
  private final Path file;

  /** Prepares to read a file. It is called by reflection. */
  public FlightRecordingFile(Path file) {
    this.file = file;
  }

  @Override
  public void forEach(Consumer<? super FlightEvent> action) throws RecordingException {
    try (RecordingFile recording = open()) {
      for (FlightEvent event = next(recording); event != null; event = next(recording)) {
        action.accept(event);
      }
    } catch (IOException e) {
      throw new RecordingException("is damaged: " + e.getMessage());
    } catch (OutOfMemoryError e) {
      throw new RecordingException(
          "needs more memory (java -Xmx) or is damaged: " + e.getMessage());
    }
  }

  private RecordingFile open() throws IOException, RecordingException {
    try {
      return new RecordingFile(file);
    } catch (RuntimeException e) {
      throw damaged(e);
    }
  }

  /** The next event of Redial's; null at the end. */
  private static FlightEvent next(RecordingFile recording) throws IOException, RecordingException {
    try {
      while (recording.hasMoreEvents()) {
        RecordedEvent event = recording.readEvent();
        FlightEvent.Kind kind = FlightEvent.Kind.named(event.getEventType().getName());
        if (kind != null) {
          return new FlightEvent(
              kind,
              event.getStartTime().toEpochMilli(),
              event.getDuration().toMillis(),
              fields(event));
        }
      }
      return null;
    } catch (RuntimeException e) {
      throw damaged(e);
    }
  }

  /**
   * Describes an exception of the JDK's reader, which trusts what a file says and fails in many
   * ways if that is wrong.
   */
  private static RecordingException damaged(RuntimeException thrown) {
    return new RecordingException("is damaged: " + thrown);
  }

  private static Map<String, Object> fields(RecordedEvent event) {
    Map<String, Object> fields = new HashMap<>();
    for (ValueDescriptor field : event.getFields()) {
      String name = field.getName();
      boolean isSpan = field.getAnnotation(Timespan.class) != null;
      fields.put(name, isSpan ? event.getDuration(name).toMillis() : event.getValue(name));
    }
    return fields;
  }
}
