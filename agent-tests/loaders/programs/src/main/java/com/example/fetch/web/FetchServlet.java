package com.example.fetch.web;

import java.io.IOException;
import javax.servlet.ServletException;
import javax.servlet.http.HttpServlet;
import javax.servlet.http.HttpServletRequest;
import javax.servlet.http.HttpServletResponse;

/** Fetches with the application's own client. */
public final class FetchServlet extends HttpServlet {
  private static final long serialVersionUID = 1;

  @Override
  protected void doGet(HttpServletRequest request, HttpServletResponse response)
      throws ServletException, IOException {
    try {
      String answer = Deployment.fetch(request.getParameter("what"), request.getParameter("url"));
      response.setContentType("text/plain");
      response.getWriter().println(answer);
    } catch (ReflectiveOperationException e) {
      throw new ServletException(e);
    }
  }
}
