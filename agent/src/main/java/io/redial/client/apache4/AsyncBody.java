package io.redial.client.apache4;

import io.redial.call.Call;
import io.redial.call.RetryOutlook;
import io.redial.kernel.AsyncReplay;
import io.redial.kernel.AsyncUpload;
import io.redial.kernel.Upload;
import io.redial.kernel.UploadSource;
import java.io.IOException;
import org.apache.http.HttpEntity;
import org.apache.http.HttpRequest;
import org.apache.http.nio.ContentEncoder;
import org.apache.http.nio.IOControl;
import org.apache.http.nio.protocol.HttpAsyncRequestProducer;

/**
 * The request body of an asynchronous call (rule 6). A producer that the client itself can repeat
 * produces it again for each attempt; any other body is copied while it is first sent.
 */
final class AsyncBody {
  final AsyncUpload<ContentEncoder, IOControl> upload;

  private final Call call;

  /** Null if the body is copied. */
  private final RepeatableProducer repeated;

  private AsyncBody(
      Call call, AsyncUpload<ContentEncoder, IOControl> upload, RepeatableProducer repeated) {
    this.call = call;
    this.upload = upload;
    this.repeated = repeated;
  }

  static AsyncBody of(HttpAsyncRequestProducer producer, HttpRequest request, Call call) {
    HttpEntity entity = RequestTarget.entity(request);
    RepeatableProducer repeated = RepeatableProducer.of(producer, entity);
    if (repeated != null) {
      return new AsyncBody(call, new AsyncUpload<>(repeated.source(call), null), repeated);
    }
    UploadSource<ContentEncoder, IOControl> source =
        new UploadSource<>(UploadEncoder.PRODUCER, producer);
    AsyncReplay<ContentEncoder, IOControl> replay =
        new AsyncReplay<>(
            call,
            call.newReplayBuffer(),
            entity == null || entity.isChunked() ? -1 : entity.getContentLength(),
            source,
            UploadEncoder::new,
            UploadControl::new,
            () -> RetryOutlook.canResend(call));
    return new AsyncBody(call, new AsyncUpload<>(source, replay), null);
  }

  /** Begins an attempt: an earlier one gets no more bytes, and a used producer is rewound. */
  void begin(Upload<ContentEncoder, IOControl> next) throws IOException {
    if (upload.begin(next)) {
      repeated.rewind();
      upload.continuesWith(repeated.source(call));
    }
  }

  /** Returns whether one more attempt can send the same bytes. */
  boolean repeatable() {
    // An attempt that timed out may still be inside the source.
    return upload.repeatable()
        && !upload.isCommitted()
        && !upload.isProducing()
        && (repeated == null || repeated.isUnchanged());
  }

  /** Releases the copy or the reopened file, because no attempt follows. */
  void finish() {
    upload.forget();
    if (repeated != null) {
      closeReopened();
    }
  }

  private void closeReopened() {
    try {
      repeated.close();
    } catch (IOException thrown) {
      // The file was only read, so nothing is lost.
    }
  }
}
