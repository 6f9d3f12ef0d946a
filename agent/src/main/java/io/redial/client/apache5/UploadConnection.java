package io.redial.client.apache5;

import org.apache.hc.core5.http.nio.DataStreamChannel;

/** An attempt's connection, for one write of a body. Immutable. */
final class UploadConnection {
  final DataStreamChannel channel;

  final Reader reader;

  /** The number of times that sending the body had begun. */
  final int sending;

  /** The reader of the body for a connection. */
  interface Reader {
    /** Called when the connection broke. */
    void breakOff(Exception thrown);
  }

  UploadConnection(DataStreamChannel channel, Reader reader, int sending) {
    this.channel = channel;
    this.reader = reader;
    this.sending = sending;
  }
}
