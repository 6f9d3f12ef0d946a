package io.redial.weave;

import static org.assertj.core.api.Assertions.assertThat;

import io.redial.Rule;
import java.net.ServerSocket;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ServerClassesTest {
  private Class<?>[] loaded = {String.class, ServerClassesTest.class};
  private long now = -5;
  private boolean isInitialized = true;
  private int looks;
  private final ServerClasses classes =
      new ServerClasses(
          () -> {
            looks++;
            return loaded;
          },
          type -> isInitialized,
          () -> now);

  @Test
  @Rule("4.7")
  void aProcessServesOnceItHasLoadedAServersClass() {
    assertThat(classes.getAsBoolean()).isFalse();

    loaded = new Class<?>[] {String.class, ServerSocket.class};
    now += TimeUnit.SECONDS.toNanos(1) - 1;
    assertThat(classes.getAsBoolean()).as("looked less than a second ago").isFalse();
    now++;
    assertThat(classes.getAsBoolean()).isTrue();

    loaded = new Class<?>[] {};
    now += TimeUnit.DAYS.toNanos(1);
    assertThat(classes.getAsBoolean()).as("for good").isTrue();
    assertThat(looks).isEqualTo(2);
  }

  @Test
  @Rule("4.7")
  void aClassThatWasOnlyLoadedServesNobody() {
    loaded = new Class<?>[] {ServerSocket.class};
    isInitialized = false;

    assertThat(classes.getAsBoolean()).isFalse();
  }

  @ParameterizedTest
  @Rule("4.7")
  @ValueSource(
      strings = {
        "java.net.ServerSocket",
        "sun.nio.ch.ServerSocketChannelImpl",
        "sun.nio.ch.AsynchronousServerSocketChannelImpl",
        "io.netty.channel.epoll.EpollServerSocketChannel",
        "io.netty.channel.kqueue.KQueueServerSocketChannel",
        "io.netty.incubator.channel.uring.IOUringServerSocketChannel",
        "io.netty.channel.uring.IoUringServerSocketChannel",
        "com.example.shaded.io.netty.channel.epoll.EpollServerSocketChannel",
      })
  void knowsTheClassesThatListen(String name) {
    assertThat(ServerClasses.isServer(name)).isTrue();
  }

  @ParameterizedTest
  @Rule("4.7")
  @ValueSource(
      strings = {
        "java.net.Socket",
        "java.nio.channels.ServerSocketChannel",
        "com.example.java.net.ServerSocket",
        "io.netty.channel.epoll.EpollSocketChannel",
        "com.example.MyEpollServerSocketChannel",
      })
  void takesNoOthersForThem(String name) {
    assertThat(ServerClasses.isServer(name)).isFalse();
  }
}
