/** What the explorer opens with, a tab each. A test runs every one of them. */
export const EXAMPLES: readonly string[] = [
  `# What is in the pipeline, stage by stage.
query PipelineValueByStage {
  pipeline {
    columns {
      label
      count
      value
    }
  }
}
`,
  `# How the latest calls went, and with whom.
query SentimentOfCalls {
  transcriptions(first: 20) {
    totalCount
    nodes {
      title
      type
      sentiment
      createdAt
      customer {
        name
        company
      }
    }
  }
}
`,
  `# What customers have bought so far.
query RevenuePerCustomer {
  customers(first: 20) {
    totalCount
    nodes {
      name
      company
      metrics {
        orders
        lifetimeValue
      }
    }
  }
}
`,
  `# Every move on the board, the moment it happens.
# Run it, then move a card in another tab.
subscription LiveMoves {
  pipelineChanged {
    cursor
    kind
    from
    to
    at
    actor {
      displayName
    }
    lead {
      name
      value
    }
  }
}
`,
];
