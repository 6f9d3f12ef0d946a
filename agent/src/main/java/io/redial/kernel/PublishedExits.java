package io.redial.kernel;

import java.nio.ByteBuffer;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.ObjLongConsumer;

/**
 * The methods of subscribers and subscriptions by which the body of a request goes through Redial,
 * as references: between the kernel and them, nothing of Redial's is entered that could fail.
 *
 * @param <K> a subscriber, of which each attempt has its own
 * @param <U> a subscription
 */
public final class PublishedExits<K, U> {
  final BiConsumer<K, U> begin;
  final BiConsumer<K, ByteBuffer> item;
  final Consumer<K> end;
  final BiConsumer<K, Throwable> failed;
  final ObjLongConsumer<U> request;
  final Consumer<U> cancel;
  final Function<PublishedReplay.Feed<K, U>, U> handle;
  final U none;

  /**
   * Creates the exits of a client.
   *
   * @param handle makes the subscription of an attempt
   * @param none the subscription to a body that can no longer be sent
   */
  public PublishedExits(
      BiConsumer<K, U> begin,
      BiConsumer<K, ByteBuffer> item,
      Consumer<K> end,
      BiConsumer<K, Throwable> failed,
      ObjLongConsumer<U> request,
      Consumer<U> cancel,
      Function<PublishedReplay.Feed<K, U>, U> handle,
      U none) {
    this.begin = begin;
    this.item = item;
    this.end = end;
    this.failed = failed;
    this.request = request;
    this.cancel = cancel;
    this.handle = handle;
    this.none = none;
  }
}
