// The wishes and facts of all games, as the client sends and hears them.
import type { CommonAction, CommonEvent, TriosAction, TriosEvent, Triple3Action, Triple3Event } from './types.gen'

export type Wish = CommonAction | TriosAction | Triple3Action
export type Fact = CommonEvent | TriosEvent | Triple3Event
