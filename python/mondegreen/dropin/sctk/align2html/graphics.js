// Draws lines, boxes, images and texts into an element of a page, as SVG: what the pages of align2html call.
"use strict";

var Font = { PLAIN: "normal", BOLD: "bold" };
var Stroke = { DOTTED: -1 };

function jsGraphics(id) {
  var space = "http://www.w3.org/2000/svg";
  var anchors = { left: "start", center: "middle", right: "end" };
  var element = document.getElementById(id);
  var picture = null;
  var colour = "black";
  var width = 1;
  var font = { family: "sans-serif", size: "12px", weight: Font.PLAIN };

  function add(name, attributes) {
    var shape = document.createElementNS(space, name);
    Object.keys(attributes).forEach(function (key) {
      shape.setAttribute(key, attributes[key]);
    });
    picture.appendChild(shape);
    return shape;
  }

  this.clear = function () {
    element.replaceChildren();
    picture = document.createElementNS(space, "svg");
    picture.setAttribute("style", "position:absolute;left:0;top:0;overflow:visible");
    picture.setAttribute("width", "100%");
    picture.setAttribute("height", "100%");
  };

  this.paint = function () {
    element.appendChild(picture);
  };

  this.setColor = function (name) {
    colour = name;
  };

  this.setStroke = function (stroke) {
    width = stroke;
  };

  this.setFont = function (family, size, weight) {
    font = { family: family, size: size, weight: weight };
  };

  this.drawLine = function (x1, y1, x2, y2) {
    var dotted = width === Stroke.DOTTED;
    var line = { x1: x1, y1: y1, x2: x2, y2: y2, stroke: colour, "stroke-width": dotted ? 1 : width };
    if (dotted) {
      line["stroke-dasharray"] = "1,3";
    }
    add("line", line);
  };

  this.fillRect = function (x, y, w, h) {
    add("rect", { x: x, y: y, width: Math.max(0, w), height: Math.max(0, h), fill: colour });
  };

  this.drawImage = function (address, x, y, w, h) {
    add("image", { href: address, x: x, y: y, width: w, height: h });
  };

  // The text stands in a box whose upper edge is at y; it is text, whatever signs it holds.
  this.drawStringRect = function (text, x, y, w, align) {
    var shift = align === "center" ? w / 2 : align === "right" ? w : 0;
    add("text", {
      x: x + shift,
      y: y,
      fill: colour,
      "text-anchor": anchors[align],
      "dominant-baseline": "text-before-edge",
      "font-family": font.family,
      "font-size": font.size,
      "font-weight": font.weight
    }).textContent = text;
  };

  this.clear();
}
