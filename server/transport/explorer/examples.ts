/** The example operations the explorer opens with, one per tab. A test runs each of them. */
export const EXAMPLES: readonly string[] = [
  `# Pipeline value by stage and month
query PipelineValueByStageAndMonth {
  leadGroups(
    by: [{ field: stage }, { field: createdAt, bucket: MONTH, timeZone: "UTC" }]
    where: { stage: { ne: won } }
  ) {
    nodes {
      key {
        stage
        createdAt
      }
      count
      sum {
        value
      }
    }
  }
}
`,
  `# Win rate by lead source
query WinRateBySource {
  leadGroups(by: { field: source }) {
    nodes {
      key {
        source
      }
      count
      won: count(where: { stage: { eq: won } })
      winRate: share(where: { stage: { eq: won } })
    }
  }
}
`,
  `# Customer sentiment by rep and week. The rep of some calls is unknown.
query SentimentByRepAndWeek {
  transcriptionGroups(by: [{ field: repId }, { field: createdAt, bucket: WEEK, timeZone: "UTC" }]) {
    nodes {
      key {
        rep {
          displayName
        }
        createdAt
      }
      count
      happy: share(where: { sentiment: { eq: "positive" } })
      unhappy: share(where: { sentiment: { eq: "negative" } })
    }
  }
}
`,
  `# Top customers by revenue
query RevenuePerCustomer {
  orderGroups(
    by: [{ field: customerId }, { field: currency }]
    where: { status: { notIn: ["cancelled", "refunded"] }, customer: {} }
    orderBy: { aggregate: SUM, field: totalPrice, direction: DESC }
    first: 20
  ) {
    nodes {
      key {
        currency
        customer {
          name
          company
        }
      }
      count
      sum {
        totalPrice
      }
    }
  }
}
`,
  `# Live changes of the pipeline board.
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
