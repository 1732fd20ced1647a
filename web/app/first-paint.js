// Runs before the first paint, so that a dark page never flashes white. The key is the theme provider's.
const chosen = localStorage.getItem('callboard.scheme');
const dark = chosen === 'dark' || (chosen !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
document.documentElement.classList.add(dark ? 'dark' : 'light');
