package io.redial.control;

import java.lang.reflect.Method;
import javax.management.InstanceAlreadyExistsException;
import javax.management.JMException;
import javax.management.MBeanAttributeInfo;
import javax.management.MBeanInfo;
import javax.management.MBeanOperationInfo;
import javax.management.MBeanParameterInfo;
import javax.management.MBeanServer;
import javax.management.ObjectName;
import javax.management.StandardMBean;

/** An MXBean with the descriptions and the names of parameters that its interface declares. */
final class DescribedBean extends StandardMBean {
  private final String description;

  private <T> DescribedBean(T bean, Class<T> type, String description) {
    super(bean, type, true);
    this.description = description;
  }

  /** Registers a bean. If there is one of that name already, that is enough. */
  static <T> void register(
      MBeanServer server, ObjectName name, T bean, Class<T> type, String description)
      throws JMException {
    try {
      server.registerMBean(new DescribedBean(bean, type, description), name);
    } catch (InstanceAlreadyExistsException e) {
      // Of another copy of the agent, for example.
    }
  }

  @Override
  protected String getDescription(MBeanInfo info) {
    return description;
  }

  @Override
  protected String getDescription(MBeanAttributeInfo attribute) {
    Description found = method((attribute.isIs() ? "is" : "get") + attribute.getName(), 0);
    return found == null ? attribute.getName() : found.value();
  }

  @Override
  protected String getDescription(MBeanOperationInfo operation) {
    Description found = method(operation.getName(), operation.getSignature().length);
    return found == null ? operation.getName() : found.value();
  }

  @Override
  protected String getParameterName(
      MBeanOperationInfo operation, MBeanParameterInfo parameter, int sequence) {
    Description found = method(operation.getName(), operation.getSignature().length);
    return found == null || sequence >= found.parameters().length
        ? parameter.getName()
        : found.parameters()[sequence];
  }

  private Description method(String name, int parameters) {
    for (Method method : getMBeanInterface().getMethods()) {
      if (method.getName().equals(name) && method.getParameterCount() == parameters) {
        return method.getAnnotation(Description.class);
      }
    }
    return null;
  }
}
