package reactor.core.scheduler;

/** Stands for a thread of Reactor's schedulers. */
public class Worker extends Thread implements NonBlocking {}
