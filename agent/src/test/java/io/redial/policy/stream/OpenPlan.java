package io.redial.policy.stream;

import io.redial.policy.HeaderFields;
import java.nio.ByteBuffer;
import java.util.function.BiConsumer;

/** A body that goes on whatever happens, and is delivered as it comes. */
public class OpenPlan extends StreamPlan {
  @Override
  public ByteBuffer take(ByteBuffer bytes) {
    return bytes;
  }

  @Override
  protected boolean afterEnd() {
    return true;
  }

  @Override
  protected boolean afterCut() {
    return true;
  }

  @Override
  public void ask(BiConsumer<String, String> header) {}

  @Override
  public void sent() {}

  @Override
  public ResumeVerdict judge(int status, HeaderFields headers, long length) {
    return ResumeVerdict.CONTINUES;
  }
}
