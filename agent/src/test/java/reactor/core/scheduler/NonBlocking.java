package reactor.core.scheduler;

/** Stands for Reactor's marker of threads that must not block. */
public interface NonBlocking {}
