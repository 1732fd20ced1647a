import { readFileSync } from 'node:fs';
import { join } from 'node:path';

export interface PidFile {
  readonly pid: number;
  readonly port: number;
  /** `starting`, `stopping`, `ready` or `standby`. */
  readonly status: string;
  /** The whole file. Different for every start. */
  readonly text: string;
}

export const pidFileIn = (cluster: string) => join(cluster, 'postmaster.pid');

/** Reads the pid file of a running or killed PostgreSQL; null when there is none. */
export function readPidFile(cluster: string): PidFile | null {
  try {
    const text = readFileSync(pidFileIn(cluster), 'utf8');
    const lines = text.split('\n');
    const pid = Number.parseInt(lines[0] ?? '', 10);
    return Number.isSafeInteger(pid) && pid > 0
      ? { pid, port: Number.parseInt(lines[3] ?? '', 10), status: lines[7]?.trim() ?? '', text }
      : null;
  } catch {
    return null;
  }
}
