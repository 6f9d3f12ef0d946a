package io.redial.subjects.apache5;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.util.List;
import org.apache.hc.core5.concurrent.FutureCallback;
import org.apache.hc.core5.http.EntityDetails;
import org.apache.hc.core5.http.Header;
import org.apache.hc.core5.http.nio.AsyncEntityConsumer;
import org.apache.hc.core5.http.nio.CapacityChannel;

/** An application's own consumer, which says by itself how much it takes. */
final class GrantingConsumer implements AsyncEntityConsumer<Void> {
  /** When the application's own consumer grants how much. */
  enum Grants {
    /** Without limit, whenever it is asked. */
    ALWAYS,
    /** Without limit, when it is asked for the first time. */
    ONCE,
    /** A little whenever it is asked. */
    SPARINGLY,
    /** What it has consumed, on a thread of its own, to the first channel that it got. */
    LATER
  }

  private static final int LITTLE = 10_000;

  private final OutputStream sink;
  private final Grants grants;
  private FutureCallback<Void> result;
  private CapacityChannel first;
  private int consumed;

  GrantingConsumer(OutputStream sink, Grants grants) {
    this.sink = sink;
    this.grants = grants;
  }

  @Override
  public void streamStart(EntityDetails entity, FutureCallback<Void> callback) {
    result = callback;
  }

  @Override
  public synchronized void updateCapacity(CapacityChannel channel) throws IOException {
    boolean begins = first == null;
    first = begins ? channel : first;
    if (grants == Grants.ALWAYS || (grants == Grants.ONCE && begins)) {
      channel.update(Integer.MAX_VALUE);
    } else if (grants == Grants.SPARINGLY) {
      channel.update(LITTLE);
    } else if (grants == Grants.LATER && begins) {
      Producers.WRITERS.execute(this::grant);
    }
  }

  @Override
  public synchronized void consume(ByteBuffer bytes) throws IOException {
    byte[] piece = new byte[bytes.remaining()];
    bytes.get(piece);
    sink.write(piece);
    consumed += piece.length;
    if (grants == Grants.LATER && first != null) {
      Producers.WRITERS.execute(this::grant);
    }
  }

  private synchronized void grant() {
    try {
      if (consumed > 0) {
        first.update(consumed);
      }
      consumed = 0;
    } catch (IOException gone) {
      // Its connection is gone.
    }
  }

  @Override
  public void streamEnd(List<? extends Header> trailers) {
    result.completed(null);
  }

  @Override
  public void failed(Exception cause) {
    // The future tells.
  }

  @Override
  public Void getContent() {
    return null;
  }

  @Override
  public void releaseResources() {
    // Nothing to release.
  }
}
