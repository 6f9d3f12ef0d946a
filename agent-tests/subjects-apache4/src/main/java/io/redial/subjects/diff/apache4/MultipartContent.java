package io.redial.subjects.diff.apache4;

import java.io.IOException;
import org.apache.http.HttpEntity;
import org.apache.http.entity.mime.MultipartEntityBuilder;

/** Up to 4.3 a multipart body can be written, but not read, as the asynchronous client has to. */
final class MultipartContent {
  private MultipartContent() {}

  static boolean isThere() {
    HttpEntity entity = MultipartEntityBuilder.create().addTextBody("name", "value").build();
    try {
      entity.getContent().close();
      return true;
    } catch (UnsupportedOperationException noContent) {
      return false;
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }
}
