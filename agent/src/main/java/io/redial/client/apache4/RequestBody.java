package io.redial.client.apache4;

import io.redial.call.Call;
import io.redial.call.RetryOutlook;
import io.redial.call.body.BodyCopy;
import org.apache.http.HttpEntity;
import org.apache.http.HttpRequest;
import org.apache.http.entity.FileEntity;

/**
 * A request body that the client cannot simply repeat: one that is copied while it is first sent,
 * or a file that may change (rules 6.2 and 6.3).
 */
final class RequestBody {
  private final HttpEntity entity;
  private final BodyCopy copy;
  private final FileStamp file;
  private final StreamEntity stream;

  private RequestBody(HttpEntity entity, BodyCopy copy, FileStamp file) {
    this.entity = entity;
    this.copy = copy;
    this.file = file;
    this.stream = copy != null && StreamEntity.fits(entity) ? new StreamEntity(entity, copy) : null;
  }

  /** Returns the body of a request, or null if it has none or the client repeats it as it is. */
  static RequestBody of(HttpRequest request, Call call) {
    HttpEntity entity = RequestTarget.entity(request);
    if (entity == null) {
      return null;
    }
    HttpEntity source = BodySource.innermost(entity);
    if (!entity.isRepeatable() || BodySource.claimsTooMuch(source)) {
      return copied(entity, request, call);
    }
    if (source instanceof FileEntity) {
      FileStamp stamp = FileStamp.of(BodySource.file(source));
      return stamp == null ? copied(entity, request, call) : new RequestBody(entity, null, stamp);
    }
    return null;
  }

  private static RequestBody copied(HttpEntity entity, HttpRequest request, Call call) {
    BodyCopy copy =
        new BodyCopy(
            call.newReplayBuffer(),
            () -> !Aborts.isAborted(request) && RetryOutlook.canResend(call));
    return new RequestBody(entity, copy, null);
  }

  /** Returns whether one more attempt can send the same bytes. */
  boolean repeatable() {
    return copy != null ? copy.repeatable() : file.isUnchanged();
  }

  /** Returns whether attempts send {@link #forAttempt()} instead of the application's entity. */
  boolean isCopied() {
    return copy != null;
  }

  /** Returns the entity that one attempt sends. */
  HttpEntity forAttempt() {
    return stream != null ? stream : new ReplayEntity(entity, copy);
  }

  /** Commits the body, because no attempt follows. */
  void finish() {
    if (stream != null) {
      stream.finish();
    } else if (copy != null) {
      copy.commit();
    }
  }
}
