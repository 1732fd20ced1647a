declare module 'vader-sentiment' {
  interface Scores {
    readonly compound: number;
    readonly neg: number;
    readonly neu: number;
    readonly pos: number;
  }
  const vader: { readonly SentimentIntensityAnalyzer: { polarity_scores(text: string): Scores } };
  export = vader;
}
