package io.redial.subjects.fuzz;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** How one response is read, and what of it arrived. Thread-safe. */
public final class Reading {
  private static final int STYLES = 60; // A multiple of the number that each client has.
  private static final int[] BUFFERS = {1, 7, 100, 1000, 4096, 16_384};
  private static final int LONGEST_PAUSE_MICROS = 2000;

  private final String url;
  private final int style;
  private final int buffer;
  private final int pauses;
  private final boolean interrupting;
  private final SplittableRandom random;
  private final ByteArrayOutputStream arrived = new ByteArrayOutputStream();
  private int status;

  Reading(String url, SplittableRandom random) {
    this.url = url;
    this.random = random;
    style = random.nextInt(STYLES);
    buffer = BUFFERS[random.nextInt(BUFFERS.length)];
    pauses = random.nextInt(4) == 0 ? 5 : 0;
    interrupting = random.nextInt(3) == 0;
  }

  /** What is asked for. */
  public String url() {
    return url;
  }

  /** Which of so many ways to read. */
  public int style(int ways) {
    return style % ways;
  }

  /** How many bytes, or pieces, are asked for at once. */
  public int buffer() {
    return buffer;
  }

  /** Whether the thread of the call is to be interrupted, where there is another way to end it. */
  public boolean isInterrupting() {
    return interrupting;
  }

  /** Takes the head. */
  public synchronized void begin(int code) {
    status = code;
  }

  /** Takes a piece of the body, sometimes slowly. */
  public void take(byte[] bytes, int from, int count) {
    int pause;
    synchronized (this) {
      arrived.write(bytes, from, count);
      pause = random.nextInt(100) < pauses ? random.nextInt(LONGEST_PAUSE_MICROS) : 0;
    }
    if (pause > 0) {
      LockSupport.parkNanos(TimeUnit.MICROSECONDS.toNanos(pause));
    }
  }

  /** The same for all of it. */
  public void take(byte[] bytes) {
    take(bytes, 0, bytes.length);
  }

  /** Reads a stream to its end. */
  public void read(InputStream in) throws IOException {
    byte[] bytes = new byte[buffer];
    while (true) {
      int count = buffer == 1 ? in.read() : in.read(bytes);
      if (count < 0) {
        return;
      }
      if (buffer == 1) {
        bytes[0] = (byte) count;
      }
      take(bytes, 0, buffer == 1 ? 1 : count);
    }
  }

  synchronized byte[] arrived() {
    return arrived.toByteArray();
  }

  synchronized int status() {
    return status;
  }

  @Override
  public String toString() {
    return "style " + style + ", " + buffer + " at once";
  }
}
