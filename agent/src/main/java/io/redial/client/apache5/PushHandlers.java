package io.redial.client.apache5;

import io.redial.call.Call;
import org.apache.hc.core5.http.HttpException;
import org.apache.hc.core5.http.HttpRequest;
import org.apache.hc.core5.http.nio.AsyncPushConsumer;
import org.apache.hc.core5.http.nio.HandlerFactory;
import org.apache.hc.core5.http.protocol.HttpContext;

/** The application's push handlers. An accepted push promise commits the call (rule 1.3). */
final class PushHandlers implements HandlerFactory<AsyncPushConsumer> {
  private final HandlerFactory<AsyncPushConsumer> handlers;
  private final Call call;

  PushHandlers(HandlerFactory<AsyncPushConsumer> handlers, Call call) {
    this.handlers = handlers;
    this.call = call;
  }

  @Override
  public AsyncPushConsumer create(HttpRequest request, HttpContext context) throws HttpException {
    AsyncPushConsumer handler = handlers.create(request, context);
    if (handler != null) {
      call.makeLast();
    }
    return handler;
  }
}
