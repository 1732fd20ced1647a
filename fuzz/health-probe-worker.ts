import { Agent, get } from 'node:http';
import { parentPort, workerData } from 'node:worker_threads';
import type { HealthSample } from './health-probe.ts';

const INTERVAL_MS = 100;
const TIMEOUT_MS = 30_000;

const agent = new Agent({ keepAlive: true, maxSockets: 1 });
let samples: HealthSample[] = [];

function sample(): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const at = Date.now();
  const begun = performance.now();
  const done = (isAnswered: boolean) => {
    samples.push({ at, ms: isAnswered ? performance.now() - begun : Number.POSITIVE_INFINITY });
    resolve();
  };
  const request = get(String(workerData), { agent, timeout: TIMEOUT_MS }, (answer) => {
    answer.resume();
    answer.once('end', () => done(answer.statusCode === 200));
  });
  request.once('timeout', () => request.destroy()).once('error', () => done(false));
  return promise;
}

parentPort?.on('message', () => {
  parentPort?.postMessage(samples);
  samples = [];
});

for (;;) {
  await sample();
  await new Promise((resolve) => setTimeout(resolve, INTERVAL_MS));
}
