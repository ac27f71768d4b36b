// The wishes and facts of all games, as the client sends and hears them.
import type { CommonAction, CommonEvent, TriosAction, TriosEvent } from './types.gen'

export type Wish = CommonAction | TriosAction
export type Fact = CommonEvent | TriosEvent
