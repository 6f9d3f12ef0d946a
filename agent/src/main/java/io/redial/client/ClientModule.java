package io.redial.client;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * What Redial knows about a client before any of the client's classes is loaded: which of them are
 * woven and where, which adapter is called there, and which types a build of the client may lack.
 * Each client declares it in its own folder, and is covered once it is listed in {@code
 * weave.Clients}. Type names are strings in the JVM's form, because naming a type in code would
 * load it.
 *
 * <p>A module has a public constant {@code LISTING}: its name, its class and the ends of the names
 * of its woven classes, in the form {@code name;class;ending;ending}. It is a constant expression,
 * so that a program which has no client loads no module.
 */
public abstract class ClientModule {
  private final String name;
  private final String adapter;
  private final String root;
  private final String anchor;
  private final Map<String, List<Seam>> seams = new HashMap<>();
  private String opened;
  private final Set<String> optionalClasses = new HashSet<>();
  private final Set<String> optionalInterfaces = new HashSet<>();

  /**
   * Creates the module of a client.
   *
   * @param name as users know it
   * @param adapter the class name of its {@link Adapter}, as source code writes it
   * @param root the package that a vendor may have moved as a whole; null for a client of the JDK,
   *     which has one loader and one name
   * @param anchor a class that each copy of the client has once; the copy's adapter is kept on it
   */
  protected ClientModule(String name, String adapter, String root, String anchor) {
    this.name = name;
    this.adapter = adapter;
    this.root = root;
    this.anchor = anchor;
  }

  /**
   * Declares the seams of one class.
   *
   * @param ending its name, without the root if the client has one
   */
  protected final void weaves(String ending, Seam... declared) {
    seams
        .computeIfAbsent(root == null ? ending : root + ending, absent -> new ArrayList<>())
        .addAll(Arrays.asList(declared));
  }

  /** Declares a package of the client's own that its adapter looks into; only for a JDK's. */
  protected final void opens(String name) {
    opened = name;
  }

  /**
   * Declares classes that every version of the client has, but that a minimised build may have left
   * out. The adapter only tests whether an object is an instance of such a class, creates another
   * instance where there is one, or needs the class for something that the application can do
   * without (resuming a body).
   */
  protected final void mayLack(String... classes) {
    optionalClasses.addAll(Arrays.asList(classes));
  }

  /** Declares interfaces for which the same holds. */
  protected final void mayLackInterfaces(String... interfaces) {
    optionalInterfaces.addAll(Arrays.asList(interfaces));
  }

  /** Returns the client's name as users know it. */
  public final String name() {
    return name;
  }

  /** Returns the class name of the client's adapter, as source code writes it. */
  public final String adapter() {
    return adapter;
  }

  /** Returns the adapter's package in the JVM's form, with a slash at its end. */
  public final String adapterPackage() {
    return adapter.substring(0, adapter.lastIndexOf('.') + 1).replace('.', '/');
  }

  /** Returns the class on which the adapter of a copy of the client is kept. */
  public final String anchor() {
    return anchor;
  }

  /** Returns the package that a vendor may have moved; null for a client of the JDK. */
  public final String root() {
    return root;
  }

  /** Whether the client's types are loaded by class loaders of the application. */
  public final boolean isLibrary() {
    return root != null;
  }

  /** Returns the package that its adapter looks into, or null. */
  public final String opened() {
    return opened;
  }

  /** Returns the names of all classes that are woven. */
  public final Set<String> woven() {
    return seams.keySet();
  }

  /** Returns the seams of a class; null if it is not woven. */
  public final List<Seam> seamsOf(String className) {
    return seams.get(className);
  }

  /** Whether a build of the client may lack the type. */
  public final boolean mayLack(String type) {
    return optionalClasses.contains(type) || isOptionalInterface(type);
  }

  /** Whether the type is an interface that a build of the client may lack. */
  public final boolean isOptionalInterface(String type) {
    return optionalInterfaces.contains(type);
  }
}
