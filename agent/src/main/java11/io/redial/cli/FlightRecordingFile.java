package io.redial.cli;

import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Consumer;
import jdk.jfr.Timespan;
import jdk.jfr.ValueDescriptor;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;

/**
 * Redial's events in a file, read one at a time. For Java 11 and newer: {@code report} loads it by
 * name.
 */
public final class FlightRecordingFile implements FlightEvents {
  private final Path file;

  /** Prepares to read a file. It is called by reflection. */
  public FlightRecordingFile(Path file) {
    this.file = file;
  }

  @Override
  public void forEach(Consumer<? super FlightEvent> action) throws CommandException {
    try (RecordingFile recording = new RecordingFile(file)) {
      while (recording.hasMoreEvents()) {
        RecordedEvent event = recording.readEvent();
        FlightEvent.Kind kind = FlightEvent.Kind.named(event.getEventType().getName());
        if (kind != null) {
          long startMillis = event.getStartTime().toEpochMilli();
          long durationMillis = event.getDuration().toMillis();
          action.accept(new FlightEvent(kind, startMillis, durationMillis, fields(event)));
        }
      }
    } catch (IOException e) {
      throw new CommandException("is damaged: " + e.getMessage());
    } catch (RuntimeException e) {
      // The JDK's reader trusts what a file says, and fails in many ways if that is wrong.
      throw new CommandException("is damaged: " + e);
    } catch (OutOfMemoryError e) {
      throw new CommandException("needs more memory (java -Xmx) or is damaged: " + e.getMessage());
    }
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
