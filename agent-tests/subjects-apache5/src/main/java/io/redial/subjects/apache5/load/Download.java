package io.redial.subjects.apache5.load;

import io.redial.subjects.load.BodyPattern;
import io.redial.subjects.load.LoadRequest;
import io.redial.subjects.load.LoadResponse;
import java.nio.ByteBuffer;
import org.apache.hc.client5.http.async.methods.AbstractBinResponseConsumer;
import org.apache.hc.core5.http.ContentType;
import org.apache.hc.core5.http.HttpResponse;

/** Looks at a response's body as it arrives. */
final class Download extends AbstractBinResponseConsumer<LoadResponse> {
  private final BodyPattern.Check check;
  private int status;

  Download(LoadRequest request) {
    check = request.check();
  }

  @Override
  protected void start(HttpResponse response, ContentType type) {
    status = response.getCode();
  }

  @Override
  protected int capacityIncrement() {
    return Integer.MAX_VALUE;
  }

  @Override
  protected void data(ByteBuffer src, boolean endOfStream) {
    byte[] bytes = new byte[src.remaining()];
    src.get(bytes);
    check.take(bytes, 0, bytes.length);
  }

  @Override
  protected LoadResponse buildResult() {
    return new LoadResponse(status, check);
  }

  @Override
  public void releaseResources() {}
}
