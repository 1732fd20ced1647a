// The health check of the image: asks this container's server for a path, and fails unless it answers 200 within 4 s.
const [path = '/healthz'] = process.argv.slice(2);
const response = await fetch(`http://127.0.0.1:${process.env.PORT ?? 4000}${path}`, { signal: AbortSignal.timeout(4_000) }).catch(
  () => null,
);
process.exitCode = response?.ok ? 0 : 1;
