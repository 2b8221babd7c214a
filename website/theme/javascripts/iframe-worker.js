// Browsers start no workers for pages from disk. There the worker of the search runs in a frame that does what one does.
"use strict";

if (location.protocol === "file:") {
  window.IFrameWorker = class extends EventTarget {
    constructor(address) {
      super();
      const frame = document.createElement("iframe");
      frame.hidden = true;
      document.body.append(frame);
      this.inside = frame.contentWindow;
      this.inside.postMessage = (data) => this.dispatchEvent(new MessageEvent("message", { data }));
      this.ready = this.load(address);
      this.inside.importScripts = (...more) => Promise.all(more.map((one) => this.load(one)));
    }

    load(address) {
      return new Promise((done, failed) => {
        const script = this.inside.document.createElement("script");
        script.src = address;
        script.onload = done;
        script.onerror = failed;
        this.inside.document.head.append(script);
      });
    }

    async postMessage(data) {
      await this.ready;
      this.inside.dispatchEvent(new MessageEvent("message", { data }));
    }

    terminate() {}
  };
  window.Worker = window.IFrameWorker;
}
