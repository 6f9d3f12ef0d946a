package io.redial.subjects.diff;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.zip.CRC32;

/**
 * Uploads of one kind of body, by size, fate and method. The server compares every attempt that
 * came whole with the body, byte for byte, and so every attempt that it accepted.
 */
public final class Uploads {
  private static final int[] SIZES = {0, 700, 600_000};

  private final Cases cases;

  /** Adds to these cases. */
  public Uploads(Cases cases) {
    this.cases = cases;
  }

  /** Sends a body and gives the status, or throws what the client throws. */
  public interface Sending {
    int send(Upload upload) throws Exception;
  }

  /** What to send, and where. */
  public static final class Upload {
    public final Journal journal;
    public final String url;
    public final String method;
    public final byte[] body;
    private byte[] wire;

    Upload(Journal journal, String url, String method, int size) {
      this.journal = journal;
      this.url = url;
      this.method = method;
      this.body = bytes(size);
      this.wire = body;
    }

    /** The body, whose bytes are those of a text in ISO 8859-1. */
    public String text() {
      return new String(body, StandardCharsets.ISO_8859_1);
    }

    /** A new stream of the body. */
    public InputStream stream() {
      return new ByteArrayInputStream(body);
    }

    /** A new stream of the body that gives a little at a time. */
    public InputStream slowStream() {
      return new FilterInputStream(stream()) {
        @Override
        public int read(byte[] into, int from, int most) throws IOException {
          return super.read(into, from, Math.min(most, 1500));
        }
      };
    }

    /** A file that contains the body. */
    public File file() throws IOException {
      return journal.file("body", body).toFile();
    }

    /** Says that the body is on the wire what an encoder of its kind writes. */
    public void onTheWire(Encoder encoder) throws IOException {
      ByteArrayOutputStream to = new ByteArrayOutputStream();
      encoder.writeTo(to);
      wire = to.toByteArray();
    }
  }

  /** Writes a body as it is on the wire, such as an entity. */
  public interface Encoder {
    void writeTo(OutputStream to) throws IOException;
  }

  /** Adds a kind that can be of any size. */
  public void add(String kind, Sending sending) {
    for (int size : SIZES) {
      for (Fate fate : Fate.values()) {
        for (String method : new String[] {"PUT", "POST"}) {
          cases.add(
              "bodies/" + kind + "/" + size + "/" + fate.label() + "/" + method,
              fate.isRetryable(),
              journal -> upload(journal, sending, fate, size, method));
        }
      }
    }
  }

  private static void upload(Journal journal, Sending sending, Fate fate, int size, String method) {
    OddServer server = journal.server(fate.step(size), Answers.ok("taken"));
    Upload upload = new Upload(journal, server.ownUrl(), method, size);
    String outcome;
    try {
      outcome = Integer.toString(sending.send(upload));
    } catch (Throwable thrown) {
      outcome = classes(thrown);
    }
    journal.note("outcome", outcome);
    compare(journal, server.visits(), upload.wire, fate);
  }

  /** Messages of lost connections depend on the moment. */
  private static String classes(Throwable thrown) {
    Throwable last = thrown;
    while (last.getCause() != null) {
      last = last.getCause();
    }
    return last instanceof IOException ? "an I/O failure" : last.getClass().getName();
  }

  private static void compare(Journal journal, List<Visit> visits, byte[] wire, Fate fate) {
    CRC32 crc = new CRC32();
    crc.update(wire, 0, wire.length);
    for (int i = 0; i < visits.size(); i++) {
      Visit visit = visits.get(i);
      boolean early = i == 0 && fate != Fate.TAKEN;
      if (visit.isComplete()
          && (visit.length() != wire.length || visit.checksum() != crc.getValue())) {
        journal.note(
            "wrong",
            "attempt " + (i + 1) + " is whole and another body of " + visit.length() + " bytes");
      } else if (!visit.isComplete() && !early) {
        journal.note("wrong", "attempt " + (i + 1) + " is not whole");
      }
    }
  }

  /** Bytes that tell their place, and are text, too. */
  private static byte[] bytes(int size) {
    byte[] bytes = new byte[size];
    for (int i = 0; i < size; i++) {
      bytes[i] = (byte) ('!' + (i * 31 + (i >> 8) * 7) % 90);
    }
    return bytes;
  }
}
