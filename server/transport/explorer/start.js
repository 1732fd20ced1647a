// Starts GraphiQL in the product's look. Served as a file of its own: the page allows no script of its own.
const settings = JSON.parse(document.getElementById('settings').textContent);
const chosen = localStorage.getItem('callboard.scheme');
const dark = chosen === 'dark' || (chosen !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);

self.MonacoEnvironment = {
  globalAPI: false,
  getWorkerUrl: (_module, label) => settings.workers[label] ?? settings.workers.editorWorkerService,
};

// What the last answer cost stands in its headers; reading the schema is not the person's question.
const output = document.getElementById('cost');
const ask = self.fetch.bind(self);
self.fetch = async (input, init) => {
  const response = await ask(input, init);
  const cost = response.headers.get('callboard-cost');
  const [, limit] = /q=(\d+)/.exec(response.headers.get('ratelimit-policy') ?? '') ?? [];
  const [, left] = /r=(\d+)/.exec(response.headers.get('ratelimit') ?? '') ?? [];
  if (cost && limit && left && !String(init?.body).includes('IntrospectionQuery')) {
    const shown = (number) => Number(number).toLocaleString('en-US');
    output.textContent = `${shown(cost)} points · ${shown(left)} of ${shown(limit)} left this minute`;
    output.hidden = false;
  }
  return response;
};

self.YogaGraphiQL.renderYogaGraphiQL(document.getElementById('root'), {
  title: '<a href="/tokens">Callboard API</a>',
  logo: settings.logo,
  forcedTheme: dark ? 'dark' : 'light',
  // Nothing is asked for by variables at first: the question has the room.
  defaultEditorToolsVisibility: false,
  defaultTabs: settings.examples.map((query) => ({ query })),
  // The browser's session signs in; subscriptions go over the socket the product uses.
  credentials: 'same-origin',
  subscriptionsProtocol: 'WS',
  subscriptionsEndpoint: `${location.origin.replace(/^http/, 'ws')}/graphql`,
  shouldPersistHeaders: false,
  // What is typed stays in this browser and out of the address.
  onEditQuery: () => undefined,
});
