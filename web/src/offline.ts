// Starts the service worker that keeps the page's files.

const IDLE_MS = 8000;
let isStarted = false;

/** Keeps the page for visits without a network; tables of other targets once nothing else is to be done. */
export function keepOffline(): void {
  if (isStarted || !import.meta.env.PROD || !("serviceWorker" in navigator)) return;
  isStarted = true;
  void navigator.serviceWorker.register("./service-worker.js").then(() => navigator.serviceWorker.ready)
    .then((registration) => {
      const connection = (navigator as Navigator & { connection?: { saveData?: boolean } }).connection;
      if (connection?.saveData) return;
      window.setTimeout(() => registration.active?.postMessage("keep-all"), IDLE_MS);
    })
    .catch(() => {
      // Private windows may forbid it: the page works as long as there is a network.
    });
}
