import { backOff } from './back-off.ts';

/**
 * Fetches a part of the product that comes on demand, again and again until it is there. One that gave up while the
 * server cannot be reached would take the whole page with it.
 */
export const patiently =
  <Part>(load: () => Promise<Part>) =>
  async (): Promise<Part> => {
    for (let attempt = 0; ; attempt += 1) {
      try {
        return await load();
      } catch {
        await new Promise((resolve) => setTimeout(resolve, backOff(attempt)));
      }
    }
  };
